/** The frame of the service's own pages: nothing is loaded from elsewhere, and nothing runs. */
import { FAVICON_PATH } from './favicon.ts';
import { STYLE } from './style.ts';

/** For every page: the style is inside it, and the icon comes from this service. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * @param body HTML, escaped where it needs to be
 * @param nav links beside it, `null` for a page of one column
 */
export function page(title: string, body: string, nav: string | null = null): string {
  const main = `<main>\n${body}\n</main>`;
  const columns =
    nav === null ? `<div class="page single">\n${main}\n</div>` : `<div class="page">\n${nav}\n${main}\n</div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<link rel="icon" href="${FAVICON_PATH}" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
${columns}
</body>
</html>
`;
}

/** A table that scrolls by itself on a narrow screen. @param rows of HTML */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const headings = head.map((cell) => `<th>${cell}</th>`).join('');
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<div class="wide"><table><thead><tr>${headings}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>`;
}

export function text(value: unknown): string {
  return String(value ?? '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in which backquotes mark code. */
export function inline(value: unknown): string {
  return text(value).replace(/`([^`]+)`/g, '<code>$1</code>');
}
