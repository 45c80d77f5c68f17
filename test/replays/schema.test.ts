/** Documents of finished games are what openapi/replay.schema.json says, told by a validator that knows no zod. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { drawPlan } from '../../tools/simulation/draw-plan.ts';
import { finishedGame } from './finished-game.ts';

const ajv = new Ajv2020({ strict: false, discriminator: true });
addFormats.default(ajv);
const schema = JSON.parse(readFileSync(new URL('../../openapi/replay.schema.json', import.meta.url), 'utf8'));
const validate = ajv.compile(schema);

describe('openapi/replay.schema.json', () => {
  it('promise 9: has every game that the simulation plays, whatever happens in it', () => {
    const met = new Set<string>();
    for (let number = 1; number <= 60; number += 1) {
      const plan = { ...drawPlan({ seed: 'schema', preset: null, players: null }, number), humans: 2, restless: 6 };
      const { events, document } = finishedGame(plan, [{ seat: 0, entropy: 'mine' }]);
      for (const { type } of events) met.add(type);
      expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    }
    // Types that one preset has, or that come when somebody goes away, are among them.
    for (const type of [
      'playerBanned',
      'cardExposed',
      'merchantExchanged',
      'newcomerArrived',
      'playerLeft',
      'endVoted',
    ]) {
      expect(met).toContain(type);
    }
  });

  it('promise 9: misses what is hidden while a game goes on', () => {
    const { document } = finishedGame(drawPlan({ seed: 'schema', preset: 'official', players: 4 }, 1));
    const dealt = document.events.find(({ type }: { type: string }) => type === 'handDealt');
    dealt.hands[1].cards = null;
    expect(validate(document)).toBe(false);
  });
});
