/** `dalmuti keys`: the keys that sign access tokens, listed and replaced, by whoever has the database and the secret. */

import { readConfig } from '../config/config.ts';
import { connect } from '../deps.ts';
import { createSigningKeys, type KeyDates } from '../identity/signing-keys.ts';
import { type CommandSpec, helpFor, parse, UsageError } from './command.ts';
import { printJson, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'keys',
  positionals: 'list | rotate',
  summary:
    'The keys that sign access tokens. `rotate` makes a new one: tokens signed before stay valid, and no login ends. Nothing secret is printed.',
  options: [
    { name: 'json', value: null, default: null, help: 'Print JSON.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const [what, ...more] = options.positionals;
  if ((what !== 'list' && what !== 'rotate') || more.length > 0) throw new UsageError('keys', 'Say list, or rotate.');
  const deps = await connect(readConfig(process.env));
  try {
    const keys = createSigningKeys(deps);
    const made = what === 'rotate' ? await keys.rotate() : null;
    const now = new Date(deps.clock.now());
    const all = await keys.list();
    if (options.flag('json')) printJson({ made, keys: all });
    else printText(told(made, all, now));
    return 0;
  } finally {
    await deps.close();
  }
}

function told(made: string | null, keys: readonly KeyDates[], now: Date): string {
  const lines = keys.map(({ kid, createdAt, endsAt }) => `${kid}  made ${minute(createdAt)}  ${fate(endsAt, now)}`);
  if (made !== null) lines.unshift(`The new key is ${made}. Running nodes sign with it within ten minutes.`, '');
  return `${lines.join('\n')}\n`;
}

function fate(endsAt: Date | null, now: Date): string {
  if (endsAt === null) return 'signs';
  return endsAt > now ? `verifies until ${minute(endsAt)}` : `ended ${minute(endsAt)}`;
}

const minute = (time: Date): string => `${time.toISOString().slice(0, 16)}Z`;
