/** `npm run bench`: what this machine does with this service, as ratios within one run; nothing here is a promise. */

import { arch, cpus, totalmem } from 'node:os';
import { type CommandSpec, helpFor, parse, table } from '../../src/cli/command.ts';
import { printError, printJson, printText } from '../../src/cli/terminal/output.ts';
import { measureBare, measureHttp } from './http-load.ts';
import { EMBEDDED, findServers, type Servers } from './own-database.ts';
import { beginGames, beginIdleGames } from './players.ts';
import { measureRules } from './rules.ts';
import { serveBare } from './service-process.ts';
import { openServices, type Services } from './services.ts';
import { measureSockets } from './socket-load.ts';

const SPEC: CommandSpec = {
  program: 'npm run',
  name: 'bench',
  positionals: '',
  summary:
    'Measures the rules by themselves, and the service over HTTP and WebSocket beside pgbench on the same database.\nUses DATABASE_URL and REDIS_URL, or what answers on this machine, on a database of its own that is dropped afterwards.',
  options: [
    { name: 'seconds', value: 'number', default: '8', help: 'How long each figure is measured.' },
    {
      name: 'concurrency',
      value: 'number',
      default: '32',
      help: 'Commands under way at once, and connections of pgbench.',
    },
    {
      name: 'quick',
      value: null,
      default: null,
      help: 'One second for each number: shows that the bench works, not what the machine does.',
    },
    {
      name: 'embedded',
      value: null,
      default: null,
      help: 'Use the embedded database and the local bus, whatever servers there are.',
    },
    { name: 'json', value: null, default: null, help: 'Print one JSON object as the last line.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const quick = options.flag('quick');
  const figures = await measure({
    ...(quick ? QUICK : FULL),
    seconds: quick ? 1 : options.whole('seconds', 1, 600),
    concurrency: quick ? QUICK.games : options.whole('concurrency', 1, 512),
    servers: options.flag('embedded') ? EMBEDDED : await findServers(),
  });
  printText(report(figures));
  if (options.flag('json')) printJson(figures);
  return 0;
}

export type Figures = Awaited<ReturnType<typeof measure>>;

interface Extent {
  readonly seconds: number;
  /** Commands under way at once. */
  readonly concurrency: number;
  /** Begun before `idleGames`, so that what the first games load is not counted. */
  readonly gamesBefore: number;
  readonly idleGames: number;
  /** Games for the load, at least. */
  readonly games: number;
  readonly servers: Servers;
}

/** Idle games enough that what a process does besides does not show. */
const FULL = { gamesBefore: 40, idleGames: 200, games: 32 } as const;
const QUICK = { gamesBefore: 2, idleGames: 4, games: 4 } as const;

async function measure({ seconds, concurrency, gamesBefore, idleGames, games: minGames, servers }: Extent) {
  const say = (what: string) => printError`${what} …`;
  say('rules');
  const rules = measureRules(seconds);
  const services = await openServices(servers);
  try {
    say(`${idleGames} idle games`);
    const bytesPerIdleGame = await measureIdle(services, gamesBefore, idleGames);
    say('games for the load');
    const games = await beginGames(services.base, Math.max(concurrency, minGames));
    const loaded = games.slice(0, concurrency);
    say('commands over HTTP');
    const http = await measureHttp(services.base, loaded, seconds);
    say('commands over WebSocket');
    const { movesPerSecond: socket } = await measureSockets(services.base, loaded, 1, seconds);
    say('pgbench');
    const pgbench = await services.pgbench(concurrency, seconds);
    say('HTTP that does nothing');
    const bare = await measureNothing(concurrency, seconds);
    const moves = [];
    for (const count of [1, 8, 32].filter((count) => count <= games.length)) {
      say(`moves of ${count} games with six sockets each`);
      moves.push({ games: count, ...(await measureSockets(services.base, games.slice(0, count), 6, seconds)) });
    }
    return { on: services.on, seconds, concurrency, rules, bytesPerIdleGame, http, socket, pgbench, bare, moves };
  } finally {
    await services.close();
  }
}

async function measureIdle(services: Services, gamesBefore: number, games: number): Promise<number> {
  await beginIdleGames(services.base, gamesBefore);
  const before = await services.heap();
  await beginIdleGames(services.base, games);
  return ((await services.heap()) - before) / games;
}

async function measureNothing(concurrency: number, seconds: number): Promise<number> {
  const server = await serveBare();
  try {
    return await measureBare(server.base, concurrency, seconds);
  } finally {
    await server.end();
  }
}

/** The table that ends a run. */
export function report(figures: Figures): string {
  const { on, seconds, concurrency, rules, bytesPerIdleGame, http, socket, pgbench, bare, moves } = figures;
  const beside = (figure: number, other: number | null, name: string) =>
    other === null ? '' : `, ${(figure / other).toFixed(2)} x ${name}`;
  const ratios = (figure: number) => `${beside(figure, pgbench, 'pgbench')}${beside(figure, bare, 'bare HTTP')}`;
  const [cpu] = cpus();
  const rows: (readonly [string, string])[] = [
    ['rules, one core', `${whole(rules.playsPerSecond)} plays/s decided and evolved`],
    ['', `${whole(rules.playsWithViewPerSecond)} plays/s with a view and its legal list`],
    ['an idle game', `${whole(bytesPerIdleGame)} bytes of the service's heap, ${whole(rules.bytesPerState)} its state`],
    [`HTTP, ${concurrency} at once`, `${whole(http)} commands/s${ratios(http)}`],
    [`WebSocket, ${concurrency} at once`, `${whole(socket)} commands/s${ratios(socket)}`],
    [
      `pgbench, ${concurrency} connections`,
      pgbench === null ? 'SKIPPED: no Postgres, or no program pgbench' : `${whole(pgbench)} single-row inserts/s`,
    ],
    [`bare HTTP, ${concurrency} at once`, `${whole(bare)} requests/s to a node:http server that does nothing`],
    ...moves.map(
      ({ games, movesPerSecond, p50, p99 }) =>
        [
          `${games} game${games === 1 ? '' : 's'}, six sockets each`,
          `${whole(movesPerSecond)} moves/s, all six have it after ${p50.toFixed(1)} ms (p50), ${p99.toFixed(1)} ms (p99)`,
        ] as const,
    ),
  ];
  const machine = `${cpus().length} x ${cpu?.model ?? arch()}, ${whole(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const shared = 'The service has a process of its own; it, the database and the load share the machine.';
  return `\n${machine}. ${on}, ${seconds} s each.\n${shared} Compare within one run only.\n${table(rows)}\n`;
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en');
}
