/** `npm run pictures`: the picture of the README, drawn from what a real run of the demo prints. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = 'npm run demo -- --hands 1 --seed picture';
const LINES = 22;
const COLUMNS = 84;
const SIZE = { font: 14, line: 20, width: 760, left: 24, top: 62 };

/** Without the cost of seeing it: the moves of equal seeds are equal. */
function printed(): readonly string[] {
  const args = [
    '--import',
    'tsx',
    `${ROOT}src/cli/main.ts`,
    'demo',
    '--hands',
    '1',
    '--seed',
    'picture',
    '--delay',
    '0',
  ];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = text.trimEnd().split('\n');
  return [...lines.slice(0, LINES - 7), '…', ...lines.slice(-6)];
}

function svgOf(lines: readonly string[]): string {
  const height = SIZE.top + lines.length * SIZE.line + 16;
  const rows = [`$ ${COMMAND}`, ...lines].map((line, index) => {
    const fill = index === 0 ? '#f0a868' : '#ece7dd';
    return `<text x="${SIZE.left}" y="${SIZE.top + index * SIZE.line}" fill="${fill}">${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${height}" role="img" aria-label="A hand of the demo in the terminal">
<rect width="${SIZE.width}" height="${height}" rx="10" fill="#171411"/>
<g fill="#57534e"><circle cx="24" cy="22" r="6"/><circle cx="44" cy="22" r="6"/><circle cx="64" cy="22" r="6"/></g>
<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${SIZE.font}" xml:space="preserve">
${rows.join('\n')}
</g>
</svg>
`;
}

function escaped(line: string): string {
  const fitting = line.length <= COLUMNS ? line : `${line.slice(0, COLUMNS - 1)}…`;
  return fitting.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

writeFileSync(`${ROOT}docs/pictures/demo.svg`, svgOf(printed()));
