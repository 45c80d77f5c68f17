/** Views of chosen situations: a real game up to a phase, then the hand that the test is about, with its answers listed anew. */

import { playWholeGame } from '../../src/bots/whole-game.ts';
import type { Cards } from '../../src/rules/cards.ts';
import { legal, onTimeout, PRESETS, view } from '../../src/rules/dalmuti.ts';
import type { Title } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';
import type { Phase, Trick, View } from '../../src/rules/view.ts';
import { first } from './first.ts';

/** The first state of a game of six in that phase. */
export function stateIn(phase: Phase): State {
  let found: State | null = null;
  const ruleset = { ...PRESETS['official-scored'], end: { ...PRESETS['official-scored'].end, hands: 1 } };
  const watch = (_: unknown, state: State): void => {
    if (found === null && state.board.phase === phase) found = state;
  };
  playWholeGame({ ruleset, policies: Array(6).fill(first), seed: 'situations', watch });
  if (found === null) throw new Error(`no game came to ${phase}`);
  return found;
}

/** What the holder of `title` sees when he holds `cards`, and what he may answer. */
export function seen(phase: Phase, title: Title, cards: Cards, trick: Trick | null = null): View {
  const { board } = stateIn(phase);
  const seat = board.seats.findIndex((each) => each.title === title);
  const shown = view(stateIn(phase), seat);
  const asked = phase === 'play' ? { ...shown, trick, awaiting: [seat], askedAt: [shown.asked] } : { ...shown, trick };
  const bare = {
    ...asked,
    you: { seat, cards, legal: [], asked: null, onTimeout: null, answered: false, available: [] },
  };
  return { ...bare, you: { ...bare.you, legal: legal(bare), onTimeout: onTimeout(bare) } };
}

/** A trick on the table: `count` cards of `rank`, led by the seat before the one that holds `title`. */
export function trickOf(title: Title, rank: number, count: number): Trick {
  const { order, seats } = stateIn('play').board;
  const position = order.findIndex((seat) => seats[seat]?.title === title);
  const lead = order[(position + order.length - 1) % order.length] ?? 0;
  const cards = Array(count).fill(String(rank));
  return {
    number: 1,
    lead,
    plays: [{ seat: lead, cards, rank }],
    top: { seat: lead, rank, count },
    passed: [],
    barred: [],
  };
}
