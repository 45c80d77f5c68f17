/** The form of a subcommand: its options as data, so that help, parsing and complaints come from one place. */
import { parseArgs } from 'node:util';

export interface Option {
  readonly name: string;
  /** What stands for the value in the help, `null` for a flag. */
  readonly value: string | null;
  /** As it is written on the command line; `null` when leaving it out is something else than any value. */
  readonly default: string | null;
  readonly help: string;
}

/** What a command is typed behind: tools of the project are npm scripts, everything else is a subcommand of `dalmuti`. */
export type Program = 'dalmuti' | 'npm run';

/** How a command is typed, up to its arguments: `dalmuti verify`, `npm run bench --`. */
export function invocation(program: Program, name: string): string {
  return program === 'dalmuti' ? `dalmuti ${name}` : `npm run ${name} --`;
}

export interface CommandSpec {
  /** `dalmuti` when left out. */
  readonly program?: Program;
  readonly name: string;
  /** What may stand after the name without dashes, for the help; empty when nothing may. */
  readonly positionals: string;
  readonly summary: string;
  readonly options: readonly Option[];
}

/** Something was typed that cannot be meant; told without a stack, exit code 2. */
export class UsageError extends Error {
  readonly command: string | null;
  constructor(command: string | null, message: string) {
    super(message);
    this.name = 'UsageError';
    this.command = command;
  }
}

export interface Parsed {
  /** The value of an option that has one, its default when it was left out. */
  text(name: string): string | null;
  /** A whole number from `least` to `most`. @throws UsageError */
  whole(name: string, least: number, most: number): number;
  /** One of `values`. @throws UsageError */
  choice<Value extends string>(name: string, values: readonly Value[]): Value;
  flag(name: string): boolean;
  readonly positionals: readonly string[];
}

/** @throws UsageError for an unknown option or a missing value */
export function parse(spec: CommandSpec, args: readonly string[]): Parsed {
  const { values, positionals } = read(spec, args);
  const fault = (message: string): UsageError => new UsageError(spec.name, message);

  function text(name: string): string | null {
    const value = values[name];
    if (typeof value === 'string') return value;
    return spec.options.find((option) => option.name === name)?.default ?? null;
  }

  return {
    positionals,
    text,
    flag: (name) => values[name] === true,
    whole(name, least, most) {
      const written = text(name) ?? '';
      const number = Number(written);
      if (!/^\d+$/.test(written) || number < least || number > most) {
        throw fault(`--${name} takes a whole number from ${least} to ${most}, not "${written}".`);
      }
      return number;
    },
    choice(name, allowed) {
      const written = text(name);
      const found = allowed.find((value) => value === written);
      if (found === undefined) throw fault(`--${name} is one of ${allowed.join(', ')}, not "${written ?? ''}".`);
      return found;
    },
  };
}

function read(spec: CommandSpec, args: readonly string[]) {
  const options = Object.fromEntries(
    spec.options.map(({ name, value }) => [name, { type: value === null ? 'boolean' : 'string' } as const]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: spec.positionals !== '', strict: true });
  } catch (error) {
    throw new UsageError(spec.name, error instanceof Error ? error.message : String(error));
  }
}

/** The help of one subcommand. */
export function helpFor({ program = 'dalmuti', name, positionals, summary, options }: CommandSpec): string {
  const typed = invocation(program, name);
  const usage = [typed, positionals, options.length > 0 ? '[options]' : ''].filter((part) => part !== '');
  const rows = options.map((option) => {
    const left = option.value === null ? `--${option.name}` : `--${option.name} <${option.value}>`;
    const end = option.default === null ? '' : ` (default: ${option.default})`;
    return [left, `${option.help}${end}`] as const;
  });
  return [`Usage: ${usage.join(' ')}`, '', summary, ...(rows.length > 0 ? ['', 'Options:', table(rows)] : []), ''].join(
    '\n',
  );
}

/** Two columns, the second one aligned. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
