/** What holds at every event of every game, whatever the ruleset (R-INV-1..5). */
import { describe, expect, it } from 'vitest';
import { type Card, holds as holdsCards, sorted, without } from '../../../src/rules/cards.ts';
import { evolve, replay } from '../../../src/rules/dalmuti.ts';
import { deckCards, deckVariant } from '../../../src/rules/deck.ts';
import type { GameEvent } from '../../../src/rules/events.ts';
import type { State } from '../../../src/rules/state.ts';
import { isActive } from '../../../src/rules/turns.ts';
import { rulesetOf } from './arbitrary-game.ts';
import { holds, MINUTES } from './hold.ts';
import { eventsOf, playGame } from './play-game.ts';

/** Calls `check` with every event and the state after it. */
function follow(events: readonly GameEvent[], check: (event: GameEvent, state: State) => void): void {
  const [first, ...rest] = events;
  let state = replay(first === undefined ? [] : [first]);
  for (const event of rest) {
    state = evolve(state, event);
    check(event, state);
  }
}

describe('invariants', { timeout: MINUTES }, () => {
  it('R-INV-1: hands, trick and put-aside cards are the deck, at every event', () => {
    holds('conservation', 20, (plan) => {
      let aside: readonly Card[] = [];
      follow(eventsOf(playGame(plan)), (event, { board, hands }) => {
        if (event.type === 'handDealt') aside = [];
        if (event.type === 'setPlayed') aside = [...aside, ...event.cards];
        if (event.type === 'ratbertTaken') aside = without(aside, ['RB']);
        if (board.deck === null) return;
        expect(sorted([...hands.flat(), ...aside])).toEqual(deckCards(board.deck.variant));
        expect(hands.map(({ length }) => length)).toEqual(board.seats.map(({ cardCount }) => cardCount));
      });
    });
  });

  it('R-VIS-3: the open history and the trick show every card that was played', () => {
    holds('history', 10, (plan) => {
      let played: readonly Card[] = [];
      follow(eventsOf(playGame(plan)), (event, { board }) => {
        if (event.type === 'handDealt') played = [];
        if (event.type === 'setPlayed') played = [...played, ...event.cards];
        if (plan.options['history.discards'] === 'closed') return expect(board.history).toBeNull();
        const shown = [...(board.history ?? []), ...(board.trick === null ? [] : [board.trick])];
        expect(shown.flatMap(({ plays }) => plays.flatMap(({ cards }) => cards))).toEqual(played);
        expect(shown.map(({ number }) => number)).toEqual(shown.map((_, index) => index + 1));
      });
    });
  });

  it('R-INV-2: after every step of play one active player has the turn, and never the one who made the last play', () => {
    holds('turn', 20, (plan) => {
      for (const { before } of playGame(plan).moves) {
        const { phase, turn, trick, awaiting } = before.board;
        if (phase !== 'play') {
          expect(turn).toBeNull();
          continue;
        }
        if (turn === null) throw new Error('Nobody has the turn.');
        expect(isActive(before.board, turn)).toBe(true);
        expect(awaiting).toEqual([turn]);
        expect(trick?.top.seat).not.toBe(turn);
      }
    });
  });

  it('R-INV-4, R-RANK-1: the finishing order is a permutation of the players dealt in, and the next order', () => {
    holds('finishing order', 20, (plan) => {
      follow(eventsOf(playGame(plan)), (event, { board }) => {
        if (event.type !== 'handEnded') return;
        expect(event.placings.map(({ place }) => place)).toEqual(event.order.map((_, index) => index + 1));
        expect(event.placings.map(({ seat }) => seat)).toEqual(event.order);
        expect([...event.order].sort((a, b) => a - b)).toEqual(board.seats.map(({ seat }) => seat));
        expect(board.order).toEqual(event.order);
      });
    });
  });

  it('R-SCORE-4: the points of a hand sum to n(n-1)/2, and totals add up', () => {
    holds('points', 20, (plan) => {
      const totals = Array<number>(plan.players).fill(0);
      follow(eventsOf(playGame(plan)), (event, { board }) => {
        if (event.type !== 'handEnded' || board.ruleset.scoring.mode === 'none') return;
        const sum = event.placings.reduce((points, placing) => points + (placing.points ?? 0), 0);
        expect(sum).toBe((plan.players * (plan.players - 1)) / 2);
        for (const { seat, points, bonus } of event.placings)
          totals[seat] = (totals[seat] ?? 0) + (points ?? 0) + (bonus ?? 0);
        expect(board.seats.map(({ total }) => total)).toEqual(totals);
      });
    });
  });

  it('R-GAME-2, R-TRICK-6: a limited game ends after its hands, or abandoned', () => {
    holds('end', 20, (plan) => {
      const { end } = playGame(plan);
      const { result, handNumber, awaiting, deadline } = end.board;
      expect(result?.reason === 'hands' ? handNumber : plan.hands).toBe(plan.hands);
      expect(['hands', 'abandoned']).toContain(result?.reason);
      expect([awaiting, deadline]).toEqual([[], null]);
    });
  });

  it('R-TITLE-6, R-REV-8: classes change between hands, or by a greater revolution, and never else', () => {
    holds('classes', 20, (plan) => {
      let titles: readonly unknown[] = [];
      follow(eventsOf(playGame(plan)), (event, { board }) => {
        const now = board.seats.map(({ title, position }) => [title, position]);
        const mayChange = ['seatsDrawn', 'seatsReversed', 'handEnded'].includes(event.type);
        if (!mayChange) expect(now).toEqual(titles);
        expect(board.seats.every(({ seat, position }) => board.order[position ?? -1] === seat)).toBe(true);
        titles = now;
      });
    });
  });

  it('R-TAX-15, R-MEX-4: no exchange changes the size of a hand', () => {
    holds('sizes', 20, (plan) => {
      let sizes: readonly number[] = [];
      follow(eventsOf(playGame(plan)), (event, { hands }) => {
        const now = hands.map(({ length }) => length);
        if (event.type === 'taxesExchanged' || event.type === 'merchantExchanged') expect(now).toEqual(sizes);
        sizes = now;
      });
    });
  });

  it('R-DEAL-5, R-DEAL-1: a hand is dealt in one event, the whole deck, from the Greater Peon', () => {
    holds('deal', 20, (plan) => {
      follow(eventsOf(playGame(plan)), (event, { board }) => {
        if (event.type !== 'handDealt') return;
        expect(sorted(event.hands.flatMap(({ cards }) => cards))).toEqual(deckCards(event.deck.variant));
        expect(event.hands.map(({ seat }) => seat)).toEqual(board.order);
        expect(event.dealer).toBe(board.order.at(-1));
      });
    });
  });

  it('R-CORP-26, R-TRICK-6: a hand ends within the deck, though Ratbert may come back', () => {
    holds('termination', 20, (plan) => {
      let plays = 0;
      follow(eventsOf(playGame(plan)), (event, { board }) => {
        if (event.type === 'handDealt') plays = 0;
        if (event.type === 'setPlayed') plays += 1;
        if (event.type === 'ratbertTaken') plays -= 1;
        expect(plays).toBeLessThanOrEqual(board.deck?.cards ?? 0);
      });
    });
  });

  it('R-SEAT-1: cards are drawn without replacement', () => {
    holds('draw', 20, (plan) => {
      const [, drawn] = playGame(plan).opening;
      if (drawn?.type !== 'seatsDrawn') throw new Error('no draw');
      const shown = drawn.rounds.flatMap(({ draws }) => draws.map(({ card }) => card));
      const { deck } = rulesetOf(plan);
      expect(holdsCards(deckCards(deckVariant(deck, plan.players)), shown)).toBe(true);
    });
  });

  it('R-INV-5: replaying the events gives the same state, also from their JSON and from a snapshot in between', () => {
    holds('replay', 13, (plan) => {
      const game = playGame(plan);
      const events = eventsOf(game);
      const written = JSON.parse(JSON.stringify(events)) as GameEvent[];
      expect(replay(written)).toEqual(game.end);
      const middle = Math.floor(events.length / 2);
      const snapshot = JSON.parse(JSON.stringify(replay(events.slice(0, middle)))) as State;
      expect(events.slice(middle).reduce(evolve, snapshot)).toEqual(game.end);
    });
  });

  it('promise 1: versions are gapless from 1', () => {
    holds('versions', 8, (plan) => {
      const versions = eventsOf(playGame(plan)).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    });
  });
});
