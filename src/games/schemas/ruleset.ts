/** The whole ruleset as it is shown; what a table may ask for is checked by the rules themselves. */
import { z } from 'zod';
import type { Ruleset } from '../../rules/ruleset.ts';

export const RulesetSchema = z
  .object({
    preset: z.enum(['official', 'official-scored', 'official-large', 'dutch', 'wikipedia', 'corporate']),
    revision: z.int().min(1),
    edition: z.enum(['dalmuti', 'corporate']),
    players: z.object({ min: z.int(), max: z.int() }),
    deck: z.enum(['full', 'strip12', 'strip11-12', 'corporate60', 'auto']),
    seating: z.object({
      method: z.enum(['draw', 'random', 'given']),
      ties: z.enum(['tied-redraw', 'until-unique']),
    }),
    titles: z.object({ three: z.enum(['merchant', 'lesser-dalmuti']) }),
    jesters: z.object({ pair: z.enum(['rank13', 'forbidden']) }),
    tax: z.object({
      enabled: z.boolean(),
      timing: z.enum(['sealed', 'sequential']),
      wilds: z.enum(['worst', 'exempt', 'best']),
      dalmutiMayGiveWilds: z.boolean(),
      peonPayment: z.enum(['auto', 'manual']),
      visibility: z.enum(['parties', 'public']),
    }),
    revolution: z.object({
      enabled: z.boolean(),
      firstDeal: z.boolean(),
      greater: z.enum(['called', 'automatic']),
    }),
    mex: z.object({
      enabled: z.boolean(),
      give: z.enum(['random', 'choice']),
      take: z.enum(['random', 'target-choice']),
    }),
    play: z.object({ passLock: z.boolean(), leadAfterOut: z.enum(['clockwise', 'boss-chooses']) }),
    scoring: z.object({
      mode: z.enum(['none', 'points']),
      bonus: z.enum(['none', 'philanthropic', 'democratic']),
      baseline: z.enum(['play-start', 'hand-start']),
    }),
    end: z.object({
      hands: z.int().nullable(),
      timeLimitMin: z.int().nullable(),
      consent: z.enum(['unanimous', 'majority', 'off']),
      tieBreak: z.enum(['shared', 'countback', 'final-rank']),
    }),
    join: z.object({
      allowed: z.boolean(),
      choice: z.enum(['gd', 'lower', 'upper']),
      startScore: z.enum(['zero', 'lowest']),
    }),
    leave: z.object({ midHand: z.enum(['bot', 'fold', 'void']), betweenHands: z.enum(['close-up']) }),
    misdeal: z.object({ mode: z.enum(['off', 'simulated']), rate: z.number().nullable() }),
    history: z.object({ discards: z.enum(['open', 'closed']) }),
    corp: z
      .object({
        wildAlone: z.enum(['declared', 'rank13']),
        wedgieInSets: z.boolean(),
        wedgieTarget: z.enum(['required', 'optional']),
        ratbertWithWilds: z.boolean(),
        rulerMayLead: z.boolean(),
        drawWilds: z.enum(['worst', 'best']),
      })
      .nullable(),
  })
  .meta({ id: 'Ruleset', description: 'Every option of the rules, pinned by a game when it starts.' });
RulesetSchema satisfies z.ZodType<Ruleset>;
