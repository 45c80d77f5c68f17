/** The service's own mark: three cards in a fan, drawn for this project. */

export const FAVICON_PATH = '/favicon.svg';

export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<g stroke="#1c1917" stroke-width="3" stroke-linejoin="round">
<rect x="20" y="12" width="26" height="38" rx="5" fill="#b45309" transform="rotate(-18 33 58)"/>
<rect x="20" y="11" width="26" height="38" rx="5" fill="#f0a868" transform="rotate(2 33 58)"/>
<rect x="20" y="12" width="26" height="38" rx="5" fill="#fdfcf9" transform="rotate(22 33 58)"/>
</g>
<path d="M38 22l4 6 6-4 0 11-15 3-4-10 6 1z" fill="#7c2d12"/>
</svg>
`;
