/** One evening, from the first guest to the table's end, through the real service: where the contract's examples come from. */
import { createHash } from 'node:crypto';
import { systemClock } from '../../../src/adapters/system.ts';
import type { Recorded } from '../../../src/http/contract/examples.ts';
import type { Entropy, SystemClock } from '../../../src/ports/system.ts';
import { HEARTBEAT_SECONDS } from '../../../src/streams/frames.ts';
import { bootApp } from '../../support/app.ts';
import { openIssuer } from '../../support/test-issuer.ts';
import { afterwards } from './afterwards.ts';
import { game } from './game.ts';
import { match } from './match.ts';
import { order } from './order.ts';
import { people } from './people.ts';
import { streams } from './streams.ts';
import { table } from './table.ts';
import { createTeller } from './teller.ts';

const BEGINS = Date.parse('2026-01-05T19:00:00.000Z');

export async function tellStory(): Promise<Recorded> {
  const clock = storyClock();
  const issuer = await openIssuer(clock.now);
  const listed = [{ issuer: issuer.issuer, audience: [issuer.audience], name: 'The issuer' }];
  const env = { OIDC_ISSUERS: JSON.stringify(listed) };
  const node = await bootApp(null, { clock, entropy: knownBytes(), demoSeed: 'examples', env });
  try {
    const teller = createTeller(node);
    const came = await people(teller, issuer);
    const started = await table(teller, came);
    const streamed = await streams(teller, came, started, clock.beat);
    const played = await game(teller, came, started, streamed);
    await played.finish();
    await streamed.finish();
    await match(teller, came);
    await order(teller, came);
    await afterwards(teller, came, started);
    return teller.recorded();
  } finally {
    await node.close();
    await issuer.close();
  }
}

interface StoryClock extends SystemClock {
  /** All streams hear a heartbeat. */
  beat(): void;
}

/** An evening in January; hearts beat when the story says so. */
function storyClock(): StoryClock {
  const begun = systemClock.now();
  const hearts = new Set<() => void>();
  return {
    ...systemClock,
    now: () => BEGINS + systemClock.now() - begun,
    every(ms, run) {
      if (ms !== HEARTBEAT_SECONDS * 1000) return systemClock.every(ms, run);
      hearts.add(run);
      return () => hearts.delete(run);
    },
    beat() {
      for (const run of hearts) run();
    },
  };
}

/** Bytes that look like chance and are the same every time. */
function knownBytes(): Entropy {
  let drawn = 0;
  return (bytes) => {
    drawn += 1;
    const block = (index: number) => createHash('sha512').update(`examples\n${drawn}\n${index}`).digest();
    return Buffer.concat(Array.from({ length: Math.ceil(bytes / 64) }, (_, index) => block(index))).subarray(0, bytes);
  };
}
