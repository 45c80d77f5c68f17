/** Options that several acts share, and how they become a query. */
import type { Option, Parsed } from '../command.ts';

export const reason: Option = { name: 'reason', value: 'text', default: null, help: 'Why; stands in the audit log.' };

export const paging: readonly Option[] = [
  { name: 'limit', value: 'n', default: '50', help: 'At most so many.' },
  { name: 'cursor', value: 'text', default: null, help: 'Goes on where the page before ended.' },
];

/** Options of these names as a query: those that were left out are left out, a flag says `true`. */
export function query(options: Parsed, names: readonly string[]): string {
  const given = [...names, 'limit', 'cursor'].flatMap((name): [string, string][] => {
    const value = options.flag(name) ? 'true' : options.text(name);
    return value === null ? [] : [[name, value]];
  });
  return `?${new URLSearchParams(given)}`;
}
