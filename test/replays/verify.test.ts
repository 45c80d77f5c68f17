import { describe, expect, it } from 'vitest';
import { verifyReplay } from '../../src/replays/verify.ts';
import { BUILT_PRESETS, tableSizes } from '../../src/rules/dalmuti.ts';
import { drawPlan } from '../../tools/simulation/draw-plan.ts';
import type { GamePlan } from '../../tools/simulation/plan.ts';
import { type Document, finishedGame } from './finished-game.ts';

const plan = (preset: string, more: Partial<GamePlan> = {}): GamePlan => {
  const { min } = tableSizes(preset);
  return { preset, options: {}, players: min + 1, hands: 2, seed: 1, humans: 1, overdue: 5, restless: 0, ...more };
};

describe('a finished game is verified', () => {
  it.each(BUILT_PRESETS)('promise 4: every draw, deal and move of a game of %s', (preset) => {
    const { events, document } = finishedGame(plan(preset));
    const verdict = verifyReplay(document);
    expect(verdict).toMatchObject({ ok: true, started: { classesKept: false } });
    expect(verdict.ok && verdict.steps.flat()).toEqual(events);
  });

  it.each([1, 2, 3, 4, 5, 6])('promise 4: with people who come, go and are silent (%i)', (seed) => {
    const restless = { humans: 3, players: 5, hands: 4, overdue: 20, restless: 15, seed };
    const { events, document } = finishedGame(plan('official-scored', restless));
    const verdict = verifyReplay(document);
    expect(verdict).toMatchObject({ ok: true });
    expect(verdict.ok && verdict.steps.flat()).toEqual(events);
  });

  it.each([0, 1, 2, 3])('promise 4: with options and tables drawn by lot (%i)', (lot) => {
    for (let number = 1; number <= 8; number += 1) {
      const drawn = drawPlan({ seed: `verify ${lot}`, preset: null, players: null }, number);
      const { events, document } = finishedGame(drawn, lot % 2 === 0 ? [] : [{ seat: 1, entropy: 'mine' }]);
      const verdict = verifyReplay(document);
      expect(verdict, JSON.stringify(drawn)).toMatchObject({ ok: true });
      expect(verdict.ok && verdict.steps.flat()).toEqual(events);
    }
  });
});

describe('a document that was changed is refused, with the event and the reason', () => {
  const contributions = [
    { seat: 0, entropy: 'a die: 4' },
    { seat: 2, entropy: 'coins' },
  ];
  const { document } = finishedGame(plan('official-scored', { options: { 'seating.method': 'draw' } }), contributions);
  const eventOf = (changed: Document, type: string) => changed.events.find((event: Document) => event.type === type);

  /** What verification says of a copy in which something was changed. */
  function refused(change: (copy: Document) => void, from: Document = document) {
    const copy = structuredClone(from);
    change(copy);
    const verdict = verifyReplay(copy);
    if (verdict.ok) throw new Error('it was not refused');
    return [verdict.version, verdict.reason];
  }

  it('promise 4: contributions are part of it, and it is true as it is', () => {
    expect(verifyReplay(document)).toMatchObject({
      ok: true,
      contributions: [
        { seat: 0, entropy: 'a die: 4', fromHand: 1 },
        { seat: 2, entropy: 'coins', fromHand: 1 },
      ],
    });
  });

  it('promise 4: two cards of a deal were swapped', () => {
    const { version } = eventOf(document, 'handDealt');
    const swap = (copy: Document) => {
      const [one, other] = eventOf(copy, 'handDealt').hands;
      const there = other.cards.findIndex((card: string) => card !== one.cards[0]);
      [one.cards[0], other.cards[there]] = [other.cards[there], one.cards[0]];
    };
    expect(refused(swap)).toEqual([version, 'Hand 1 was not dealt as the seed and the contributions give.']);
  });

  it('promise 4: a contribution was changed, in the event, in the proof, or in both', () => {
    const drawn = [2, 'The seats were not drawn as the seed and the contributions give.'];
    const unlike = [null, 'The contributions of the proof are not those with which the players sat down.'];
    const inEvent = (copy: Document) => {
      copy.events[0].fairness.contributions[0].entropy = 'a die: 5';
    };
    const inProof = (copy: Document) => {
      copy.proof.contributions[0].entropy = 'a die: 5';
    };
    expect(refused(inEvent)).toEqual(unlike);
    expect(refused(inProof)).toEqual(unlike);
    expect(
      refused((copy) => {
        inEvent(copy);
        inProof(copy);
      }),
    ).toEqual(drawn);
    expect(
      refused((copy) => {
        copy.proof.contributions[1].fromHand = 2;
      }),
    ).toEqual(unlike);
  });

  it('promise 4: the seed, the commitment or the game is another', () => {
    const seed = [null, 'The seed is not the one that the server committed to.'];
    expect(
      refused((copy) => {
        copy.proof.seed = copy.proof.seed.replace(/^0/, '1');
      }),
    ).toEqual(seed);
    expect(
      refused((copy) => {
        copy.proof.commitment = copy.proof.commitment.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0'));
      }),
    ).toEqual([1, 'The commitment of the proof is not the one that the game began with.']);
    expect(
      refused((copy) => {
        copy.gameId = copy.gameId.replace(/^0/, '1');
        copy.events[0].gameId = copy.gameId;
      }),
    ).toEqual(seed);
    expect(
      refused((copy) => {
        copy.gameId = copy.gameId.replace(/^0/, '1');
      })[1],
    ).toMatch(/^The game is called .*, the document .*\.$/);
  });

  it('R-ERR-1: a move was altered to one that the rules refuse', () => {
    const altered = refused((copy) => {
      const played = eventOf(copy, 'setPlayed');
      const dealt = eventOf(copy, 'handDealt').hands.find(({ seat }: Document) => seat === played.seat);
      const foreign = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].find((card) => !dealt.cards.includes(card));
      played.cards = [foreign];
    });
    expect(altered).toEqual([
      eventOf(document, 'setPlayed').version,
      expect.stringMatching(/^The rules refuse it: .*E_/),
    ]);
  });

  it('R-PLAY-3: a move was altered to another one that is allowed: what follows from it does not fit any more', () => {
    const { version } = eventOf(document, 'setPlayed');
    const [at, reason] = refused((copy) => {
      eventOf(copy, 'setPlayed').left += 1;
    });
    expect([at, reason]).toEqual([version, 'setPlayed is not what the rules make of it: left differs.']);
    const [passedAt] = refused((copy) => {
      const index = copy.events.findIndex(({ type }: Document) => type === 'setPlayed');
      const { version: number, at: when, seat } = copy.events[index + 1];
      copy.events[index + 1] = {
        version: number,
        at: when,
        cause: 'player',
        type: 'playerPassed',
        seat,
        barred: false,
      };
    });
    expect(passedAt).toBeGreaterThan(version);
  });

  it('R-SCORE-2: a result was altered', () => {
    const last = document.events.at(-1);
    expect(
      refused((copy) => {
        const { winners } = copy.events.at(-1);
        copy.events.at(-1).winners = [(winners[0] + 1) % 4];
      }),
    ).toEqual([last.version, 'gameEnded is not what the rules make of it: winners differs.']);
    const ended = eventOf(document, 'handEnded').version;
    expect(
      refused((copy) => {
        eventOf(copy, 'handEnded').placings[0].points += 1;
      }),
    ).toEqual([ended, 'handEnded is not what the rules make of it: placings differs.']);
  });

  it('R-INV-5: an event was taken out, put in, or comes after the end', () => {
    const passed = document.events.findIndex(({ type }: Document) => type === 'playerPassed');
    const numbered = (at: number, as: number) => [
      at,
      `Event ${at} is numbered ${as}: one is missing, or one too many.`,
    ];
    expect(refused((copy) => copy.events.splice(passed, 1))).toEqual(numbered(passed + 1, passed + 2));
    expect(refused((copy) => copy.events.splice(passed, 0, copy.events[passed]))).toEqual(
      numbered(passed + 2, passed + 1),
    );
    const after = refused((copy) => copy.events.push({ ...copy.events[passed], version: copy.events.length + 1 }));
    expect(after).toEqual([document.events.length + 1, expect.stringMatching(/^The rules refuse it: .*E_PHASE/)]);
    const renumbered = refused((copy) => {
      copy.events.splice(passed, 1);
      copy.events.forEach((event: Document, index: number) => {
        event.version = index + 1;
      });
    });
    expect(renumbered[0]).toBe(passed + 1);
    expect(refused((copy) => copy.events.pop())).toEqual([
      document.events.length,
      'By the rules gameEnded follows, and the document ends.',
    ]);
    expect(refused((copy) => copy.events.splice(passed))).toEqual([passed, 'The game is not over.']);
  });

  it('R-PLAY-12: the clock acted before the time was up', () => {
    const { document: silent } = finishedGame(plan('official-scored', { overdue: 100 }));
    expect(verifyReplay(silent)).toMatchObject({ ok: true });
    const moved = silent.events.findIndex(({ type, cause }: Document) => type === 'setPlayed' && cause === 'clock');
    const [version, reason] = refused((copy) => {
      for (const event of copy.events.slice(moved)) {
        if (event.at === silent.events[moved].at) event.at = new Date(Date.parse(event.at) - 6000).toISOString();
      }
    }, silent);
    expect([version, reason]).toEqual([moved + 1, 'The clock acted 6000 ms before the deadline.']);
  });

  it('R-GAME-2: the ruleset is not the one of the game, or rules of another version decided it', () => {
    expect(
      refused((copy) => {
        copy.ruleset.jesters.pair = 'forbidden';
      }),
    ).toEqual([1, 'The ruleset of the document is not the one that the game began with.']);
    expect(
      refused((copy) => {
        copy.events[0].rulesVersion = 99;
      }),
    ).toEqual([1, 'The game was decided by rules of version 99, unknown to this release.']);
  });

  it('R-SEAT-5: a ruleset that no table can have, or seats that it does not allow, is not played at all', () => {
    const forged = (change: (ruleset: Document) => void) =>
      refused((copy) => {
        change(copy.ruleset);
        copy.events[0].ruleset = copy.ruleset;
      });
    const unlike = forged((ruleset) => {
      ruleset.seating.ties = 'until-unique';
      ruleset.deck = 'strip11-12';
    });
    expect(unlike).toEqual([
      1,
      expect.stringMatching(/^No game has such a ruleset: seating\.ties=until-unique needs /),
    ]);
    const few = forged((ruleset) => {
      ruleset.players = { min: 5, max: 8 };
    });
    expect(few).toEqual([1, 'The ruleset is for 5 to 8 players, and 4 began.']);
    expect(
      refused((copy) => {
        copy.ruleset.revision = 99;
        copy.events[0].ruleset = copy.ruleset;
        copy.proof.seed = '0'.repeat(64);
      }),
    ).toEqual([null, 'The seed is not the one that the server committed to.']);
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['another document', { format: 'something else' }],
    ['a later version', { ...document, version: 2 }],
    ['a game without events', { ...document, events: [] }],
    ['a seed of another length', { ...document, proof: { ...document.proof, seed: '00' } }],
  ])('is refused as a whole: %s', (_, other) => {
    const verdict = verifyReplay(other);
    expect(verdict).toMatchObject({ ok: false, version: null });
    expect(!verdict.ok && verdict.reason).toMatch(/^This is not the document of a finished game: /);
  });
});
