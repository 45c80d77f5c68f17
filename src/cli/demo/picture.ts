/** The table as a spectator sees it, as lines for a terminal. */
import type { GameView } from '../../client/game-view.ts';
import type { Cards } from '../../rules/cards.ts';
import type { Seat } from '../../rules/seats.ts';
import type { SeatView, Trick, View } from '../../rules/view.ts';
import { ordinal, TITLES } from './names.ts';
import { fill, fillLeft, type Style } from './style.ts';

export interface Around {
  readonly hands: number;
  /** How each seat plays, by seat. */
  readonly levels: readonly string[];
  readonly style: Style;
}

const WIDTH = 78;
/** Lines for the plays of one trick; older ones move up and out. */
const PLAYS = 5;

/** @returns always the same number of lines for the same number of players */
export function picture(game: GameView, around: Around): readonly string[] {
  const { view } = game;
  const { style } = around;
  const rule = style.dim('─'.repeat(WIDTH));
  return [header(view, around), rule, ...seatLines(game, around), rule, ...trickLines(game, style), rule];
}

function header(view: View, { hands, style }: Around): string {
  const title = style.accent(style.bold('The Great Dalmuti'));
  const done = view.lastHand?.handNumber ?? 0;
  const cells = Math.min(hands, 20);
  const full = Math.round((cells * done) / hands);
  const progress = `${style.good('■'.repeat(full))}${style.dim('□'.repeat(cells - full))}`;
  const hand = view.phase === 'ended' ? 'the game is over' : `hand ${Math.max(1, view.handNumber)} of ${hands}`;
  return `${fill(` ${title}  ${style.dim(view.ruleset.preset)}`, WIDTH - 22 - cells)}${fillLeft(hand, 20)}  ${progress}`;
}

/** Top to bottom in the social order, whoever has the turn marked. */
function seatLines({ view, players }: GameView, { levels, style }: Around): readonly string[] {
  const most = Math.max(1, ...view.seats.map(({ cardCount }) => cardCount), 10);
  return view.order.map((seat) => {
    const shown = view.seats[seat];
    if (shown === undefined) return '';
    const turn = view.turn === seat ? style.accent('▶') : ' ';
    const title = shown.title === null ? '' : TITLES[shown.title];
    const name = fill(style.bold(players[seat]?.name ?? ''), 9);
    const level = fill(style.dim(levels[seat] ?? ''), 7);
    return ` ${turn} ${fill(style.dim(title), 15)}  ${name} ${level} ${fill(standing(shown, most, style), 28)}${score(shown, style)}`;
  });
}

function standing({ cardCount, place, state }: SeatView, most: number, style: Style): string {
  if (state === 'left') return style.dim('left');
  if (place !== null && cardCount === 0) return style.good(`out, ${ordinal(place)}`);
  const cells = Math.round((24 * cardCount) / Math.max(most, 24));
  return `${'█'.repeat(cells)}${cardCount > 0 && cells === 0 ? '▏' : ''} ${cardCount}`;
}

function score({ points, total }: SeatView, style: Style): string {
  if (total === null) return '';
  const gain = points === null ? '' : style.good(`+${points}`);
  return `${fillLeft(gain, 4)} ${fillLeft(String(total), 4)}`;
}

function trickLines({ view, players }: GameView, style: Style): readonly string[] {
  const lines =
    view.trick === null
      ? []
      : trick(
          view.trick,
          players.map(({ name }) => name),
          style,
        );
  const head =
    view.trick === null
      ? waitingFor(
          view,
          players.map(({ name }) => name),
          style,
        )
      : ` Trick ${view.trick.number}`;
  return [head, ...lines, ...Array<string>(Math.max(0, PLAYS + 1 - lines.length)).fill('')];
}

function trick({ plays, passed }: Trick, names: readonly string[], style: Style): readonly string[] {
  const shown = plays.slice(-PLAYS);
  const rows = shown.map(({ seat, cards }, index) => {
    const best = index === shown.length - 1;
    return `   ${fill(best ? style.bold(names[seat] ?? '') : (names[seat] ?? ''), 10)}${cardFaces(cards, best, style)}`;
  });
  const silent = passed.length === 0 ? '' : style.dim(`   passed: ${passed.map((seat) => names[seat]).join(', ')}`);
  return [...rows, ...Array<string>(PLAYS - rows.length).fill(''), silent];
}

function cardFaces(cards: Cards, best: boolean, style: Style): string {
  const face = cards.map((card) => (card === 'J' ? style.accent('[ J]') : `[${card.padStart(2)}]`)).join('');
  return best ? style.bold(face) : style.dim(face);
}

function waitingFor(view: View, names: readonly string[], style: Style): string {
  const asked = view.awaiting.map((seat: Seat) => names[seat]).join(', ');
  switch (view.phase) {
    case 'revolution':
      return style.dim(' Does anybody call a revolution?');
    case 'tax':
      return style.dim(` Taxes are due; choosing: ${asked}`);
    case 'play':
      return ` ${style.bold(asked)} leads.`;
    case 'ended':
      return style.good(` ${winners(view, names)}`);
    default:
      return '';
  }
}

function winners({ result }: View, names: readonly string[]): string {
  const won = (result?.winners ?? []).map((seat) => names[seat]).join(' and ');
  return won === '' ? 'The game is over; this ruleset counts no points.' : `${won} won the game.`;
}
