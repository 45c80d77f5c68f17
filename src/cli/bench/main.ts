/** `npm run bench`: what this machine does with this service, as ratios within one run; nothing here is a promise. */
import { arch, cpus, totalmem } from 'node:os';
import { type CommandSpec, helpFor, parse, table } from '../command.ts';
import { measureHttp } from './http-load.ts';
import { beginGames } from './players.ts';
import { measureRules } from './rules.ts';
import { openServices } from './services.ts';
import { measureSockets } from './socket-load.ts';

const SPEC: CommandSpec = {
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
    { name: 'quick', value: null, default: null, help: 'One second for each figure: to see that it works.' },
    { name: 'json', value: null, default: null, help: 'Print one JSON object as the last line.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    process.stdout.write(helpFor(SPEC));
    return 0;
  }
  const seconds = options.flag('quick') ? 1 : options.whole('seconds', 1, 600);
  const concurrency = options.whole('concurrency', 1, 512);
  const figures = await measure(seconds, concurrency);
  process.stdout.write(report(figures));
  if (options.flag('json')) process.stdout.write(`${JSON.stringify(figures)}\n`);
  return 0;
}

type Figures = Awaited<ReturnType<typeof measure>>;

async function measure(seconds: number, concurrency: number) {
  const say = (what: string) => process.stderr.write(`${what} …\n`);
  say('rules');
  const rules = measureRules(seconds);
  const services = await openServices();
  try {
    say('games for the load');
    const games = await beginGames(services.base, Math.max(concurrency, 32));
    say('commands over HTTP');
    const http = await measureHttp(services.base, games.slice(0, concurrency), seconds);
    say('commands over WebSocket');
    const socket = await measureSockets(services.base, games.slice(0, concurrency), 1, seconds);
    say('pgbench');
    const pgbench = await services.pgbench(concurrency, seconds);
    const moves = [];
    for (const count of [1, 8, 32]) {
      say(`moves of ${count} games with six sockets each`);
      moves.push({ games: count, ...(await measureSockets(services.base, games.slice(0, count), 6, seconds)) });
    }
    return { on: services.on, seconds, concurrency, rules, http, socket: socket.movesPerSecond, pgbench, moves };
  } finally {
    await services.close();
  }
}

function report({ on, seconds, concurrency, rules, http, socket, pgbench, moves }: Figures): string {
  const beside = (figure: number) => (pgbench === null ? '' : `, ${(figure / pgbench).toFixed(2)} x pgbench`);
  const [cpu] = cpus();
  const rows: (readonly [string, string])[] = [
    ['rules, one core', `${whole(rules.playsPerSecond)} plays/s (decided, evolved, legal list made)`],
    ['heap of an idle game', `${whole(rules.bytesPerGame)} bytes`],
    [`HTTP, ${concurrency} at once`, `${whole(http)} commands/s${beside(http)}`],
    [`WebSocket, ${concurrency} at once`, `${whole(socket)} commands/s${beside(socket)}`],
    [
      `pgbench, ${concurrency} connections`,
      pgbench === null ? 'SKIPPED: no Postgres, or no program pgbench' : `${whole(pgbench)} single-row inserts/s`,
    ],
    ...moves.map(
      ({ games, movesPerSecond, p50, p99 }) =>
        [
          `${games} game${games === 1 ? '' : 's'}, six sockets each`,
          `${whole(movesPerSecond)} moves/s, all six have it after ${p50.toFixed(1)} ms (p50), ${p99.toFixed(1)} ms (p99)`,
        ] as const,
    ),
  ];
  const machine = `${cpus().length} x ${cpu?.model ?? arch()}, ${whole(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return `\n${machine}; server, database and load share it. ${on}, ${seconds} s each.\n${table(rows)}\n`;
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en');
}
