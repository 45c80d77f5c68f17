import { describe, expect, it } from 'vitest';
import { legal, onTimeout, view } from '../../src/rules/dalmuti.ts';
import type { Phase } from '../../src/rules/view.ts';
import { at, cards, type Table, table } from './table.ts';

const hands = ['9 9 3', '8 7 7 5', '6 J J', '12 2'];
const play = { type: 'play', cards: cards('9') } as const;

/** The same table, in another phase. */
function during(phase: Phase): Table {
  const { state } = table({}, hands, { turn: 'A' });
  return at({ ...state, board: { ...state.board, phase } }, [], () => 0);
}

/** What the game does in each phase, for those who want something else of it. */
const INSTEAD: Readonly<Record<Exclude<Phase, 'play'>, string>> = {
  seating: 'The first hand has not been dealt yet.',
  waiting: 'The table waits for more players.',
  deal: 'The hand is still being dealt.',
  revolution: 'The game waits for the answers about a revolution.',
  tax: 'The game waits for the taxes.',
  handEnd: 'The hand is over.',
  ended: 'The game is over.',
};

describe('what the rules refuse', () => {
  it.each(Object.entries(INSTEAD))('R-ERR-1, R-ERR-2: in phase %s nobody plays, and is told why', (phase, detail) => {
    expect(during(phase as Phase).refusal(0, play)).toEqual({ code: 'E_PHASE', detail });
  });

  it('R-ERR-1, R-ERR-2: taxes and revolutions are over when the cards are played', () => {
    const refused = { code: 'E_PHASE', detail: 'The cards are being played.' };
    expect(table({}, hands, { turn: 'A' }).refusal(0, { type: 'payTax', cards: cards('9') })).toEqual(refused);
    expect(table({}, hands, { turn: 'A' }).refusal(2, { type: 'answerRevolution', call: true })).toEqual(refused);
  });

  it('R-ERR-1, R-ERR-2: a stranger is told that he plays in no game here', () => {
    const refused = { code: 'E_PLAYER', detail: 'You do not play in this game.' };
    expect(table({}, hands, { turn: 'A' }).refusal({ kind: 'stranger' }, play)).toEqual(refused);
  });

  it('R-PLAY-12: in a phase without a question no time runs out', () => {
    for (const phase of ['waiting', 'ended'] as const) {
      expect(during(phase).code({ kind: 'clock' }, { type: 'timeout' })).toBe('E_PHASE');
    }
  });

  it.each(['seating', 'waiting', 'handEnd', 'ended'] as const)('PROTOCOL legal: in phase %s there is none', (phase) => {
    const shown = view(during(phase).state, 0);
    expect([legal(shown), onTimeout(shown)]).toEqual([[], null]);
  });
});
