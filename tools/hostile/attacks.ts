/** What one caller or a few can do within the limits, again and again until the process is ended. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, newCallers } from './caller.ts';

/** Where an attack finds its targets. */
export interface Target {
  readonly first: string;
  readonly second: string;
  /** The game that bystanders play on the first node. */
  readonly gameId: string;
  readonly longGameId: string;
}

/** Prepares and then starts; the loops that it leaves running end with the process. */
export type Attack = (target: Target) => Promise<void>;

export const ATTACKS = {
  'long-game-reads': async ({ first, longGameId }) => {
    forever(await newCallers(first, 60), async ({ call, drain }, round) => {
      if (round % 3 === 0) await call('GET', `/v1/games/${longGameId}/fairness`);
      else await drain(`/v1/games/${longGameId}/replay`, round % 3 === 1 ? 'gzip' : 'identity');
    });
  },

  'reconnect-storm': async ({ second, gameId, longGameId }) => {
    forever(await newCallers(second, 20), async ({ open }) => {
      const socket = await open();
      for (let pair = 0; pair < 10 && socket.readyState === socket.OPEN; pair++) {
        for (const topic of [`game:${gameId}`, `game:${longGameId}`, 'lobby']) {
          socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), topic }));
          socket.send(JSON.stringify({ type: 'unsubscribe', id: randomUUID(), topic }));
        }
        await sleep(100);
      }
      socket.terminate();
    });
  },

  'strangers-commands': async ({ first, gameId }) => {
    forever(await newCallers(first, 120), async ({ call }) => {
      await call('POST', `/v1/games/${gameId}/commands`, { type: 'pass' });
    });
  },

  'bot-games': async ({ first }) => {
    forever(await newCallers(first, 10), async ({ call }) => {
      const { id } = await call('POST', '/v1/tables', {
        clock: { pauseSeconds: 0 },
        ruleset: { end: { hands: null } },
      });
      for (let seat = 0; seat < 4; seat++) {
        await call('POST', `/v1/tables/${id}/bots`, { kind: 'builtIn', level: 'greedy' });
      }
      await call('POST', `/v1/tables/${id}/start`);
    });
  },

  'full-lobby': async ({ first }) => {
    forever(await newCallers(first, 10), async ({ call }, round) => {
      if (round % 4 === 0) {
        await call('POST', '/v1/matchmaking', {
          preset: 'official',
          players: { min: 4, max: 8 },
          botsAfterSeconds: 0,
        });
      } else {
        await call('POST', '/v1/tables', { name: `Table ${round}`, visibility: 'public' });
      }
    });
  },

  'slow-clients': async ({ first, gameId }) => {
    const callers = await newCallers(first, 20);
    for (const { open } of callers) {
      for (let count = 0; count < 10; count++) {
        const socket = await open();
        socket.send(JSON.stringify({ type: 'subscribe', id: '1', topic: `game:${gameId}` }));
        socket.pause();
      }
    }
    forever(
      callers.flatMap((caller) => [caller, caller, caller, caller, caller]),
      ({ headers }) => drip(first, headers),
    );
  },
} as const satisfies Record<string, Attack>;

export type AttackName = keyof typeof ATTACKS;

export const ATTACK_NAMES = Object.keys(ATTACKS) as readonly AttackName[];

/** Each caller goes round by itself; an error of the network is a round too. */
function forever(callers: readonly Caller[], round: (caller: Caller, round: number) => Promise<void>): void {
  for (const caller of callers) {
    const go = async () => {
      for (let number = 0; ; number++) await round(caller, number).catch(() => sleep(100));
    };
    go();
  }
}

/** A body that is announced as large and arrives byte by byte, until the service closes the connection. */
async function drip(base: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(
    [
      'POST /v1/tables HTTP/1.1',
      'host: x',
      'content-type: application/json',
      'content-length: 60000',
      ...lines,
      '',
      '{',
    ].join('\r\n'),
  );
  const dripping = setInterval(() => socket.write(' '), 500);
  try {
    await once(socket, 'close');
  } finally {
    clearInterval(dripping);
  }
}
