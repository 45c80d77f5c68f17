/** `npm run hostile`: what callers within the default limits can do to a game of others, one JSON line for each scenario. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type CommandSpec, helpFor, parse, UsageError } from '../../src/cli/command.ts';
import { print, printError, printJson, printText } from '../../src/cli/terminal/output.ts';
import { findServers } from '../bench/own-database.ts';
import { ATTACK_NAMES, ATTACKS, type AttackName, type Target } from './attacks.ts';
import { seatBystanders } from './bystanders.ts';
import { newCallers } from './caller.ts';
import { MAX_EVENTS, writeLongGame } from './long-game.ts';
import { type Nodes, openNodes } from './nodes.ts';
import { watchNodes } from './watch-nodes.ts';

const SPEC: CommandSpec = {
  program: 'npm run',
  name: 'hostile',
  positionals: '',
  summary:
    'Starts two nodes with default limits on Postgres and Redis, attacks them as callers within the limits can, and measures a\n' +
    `game of others meanwhile. Scenarios: ${ATTACK_NAMES.join(', ')}.\nStatus 0 when every line has "ok": true.`,
  options: [
    { name: 'scenario', value: 'name', default: null, help: 'Only this one.' },
    { name: 'seconds', value: 'number', default: '15', help: 'How long each attack is measured.' },
    { name: 'events', value: 'number', default: '100000', help: 'Events of the long game, at least.' },
    {
      name: 'quick',
      value: null,
      default: null,
      help: 'Three seconds and 2,000 events: shows that the program works.',
    },
    { name: 'attack', value: 'JSON', default: null, help: 'For the program itself: attack this target until ended.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

/** `ok` holds within these; the machine is shared, so that a game may wait a little in any case. */
const MAX_IDLE_FACTOR = 3;
const FLOOR_MS = 250;
const MAX_RSS_RISE_MB = 150;
const MAX_DB_MB = 128;

const MIB = 2 ** 20;

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const only = options.text('scenario');
  const names = ATTACK_NAMES.filter((name) => only === null || name === only);
  if (names.length === 0) throw new UsageError('hostile', `--scenario is one of ${ATTACK_NAMES.join(', ')}.`);
  const target = options.text('attack');
  if (target !== null) return attack(names, JSON.parse(target));
  const quick = options.flag('quick');
  const seconds = quick ? 3 : options.whole('seconds', 1, 600);
  const events = quick ? 2_000 : options.whole('events', 1_000, MAX_EVENTS);
  const nodes = await openNodes(await findServers());
  try {
    printError`writing a game of ${events} events …`;
    const longGameId = await writeLongGame(nodes.environment, events);
    let isOk = true;
    for (const name of names) {
      printError`${name} …`;
      const line = await measure(nodes, name, longGameId, seconds);
      printJson(line);
      isOk &&= line.ok;
    }
    return isOk ? 0 : 1;
  } finally {
    await nodes.close();
  }
}

async function attack([name]: readonly AttackName[], target: Target): Promise<number> {
  if (name === undefined) return 1;
  await ATTACKS[name](target);
  print`attacking`;
  await new Promise(() => undefined);
  return 0;
}

async function measure(
  { first, second, databaseBytes }: Nodes,
  scenario: AttackName,
  longGameId: string,
  seconds: number,
) {
  const bystanders = await seatBystanders(first.base);
  await warmUp(first.base, longGameId);
  try {
    const watchedIdle = watchNodes([first, second]);
    const idle = await bystanders.play(seconds);
    const idleRssMb = Math.round((await watchedIdle()).rss / MIB);
    const bytesBefore = await databaseBytes();
    const target = { first: first.base, second: second.base, gameId: bystanders.gameId, longGameId };
    const attacker = await startAttack(scenario, target);
    const watched = watchNodes([first, second]);
    const during = await bystanders.play(seconds);
    await attacker.end();
    const { rss, notReady } = await watched();
    const bystanderP99Ms = Math.round(during.p99Ms);
    const idleP99Ms = Math.round(idle.p99Ms);
    const rssMb = Math.round(rss / MIB);
    const dbMb = Math.round(((await databaseBytes()) - bytesBefore) / MIB);
    const { failed } = during;
    const ok =
      bystanderP99Ms <= Math.max(MAX_IDLE_FACTOR * idleP99Ms, FLOOR_MS) &&
      failed === 0 &&
      notReady === 0 &&
      rssMb - idleRssMb <= MAX_RSS_RISE_MB &&
      dbMb <= MAX_DB_MB;
    return { scenario, bystanderP99Ms, idleP99Ms, rssMb, idleRssMb, dbMb, failed, notReady, ok };
  } finally {
    bystanders.close();
  }
}

/** What a running service has done before: the first answer of a route compiles its serialiser. */
async function warmUp(base: string, longGameId: string): Promise<void> {
  const [caller] = await newCallers(base, 1);
  await caller?.call('GET', `/v1/games/${longGameId}/fairness`);
  await caller?.call('GET', '/v1/tables');
}

/** In a process of its own, so that it does not delay the bystanders' clients. */
async function startAttack(scenario: AttackName, target: Target): Promise<{ end(): Promise<void> }> {
  const tools = fileURLToPath(new URL('../main.ts', import.meta.url));
  const args = [...process.execArgv, tools, 'hostile', '--scenario', scenario, '--attack', JSON.stringify(target)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const [started] = await Promise.race([once(child.stdout, 'data'), gone]);
  if (!String(started).startsWith('attacking')) throw new Error(`The attack ${scenario} did not start.`);
  return {
    end: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
