/** The table as a spectator sees it, as lines for a terminal. */
import type { GameView } from '../../client/game-view.ts';
import type { Seat } from '../../rules/seats.ts';
import type { SeatView, View } from '../../rules/view.ts';
import type { Style } from '../terminal/style.ts';
import { fill, fillLeft } from '../terminal/text.ts';
import { trickLines } from '../terminal/trick.ts';
import { className, gameTitle, ordinal } from '../terminal/words.ts';

export interface Around {
  readonly hands: number;
  /** How each seat plays, by seat. */
  readonly levels: readonly string[];
  readonly style: Style;
}

const WIDTH = 78;
/** Lines for the plays of one trick; older ones move up and out. */
const PLAYS = 5;
/** Columns for a name. */
const NAME = 9;

/** @returns always the same number of lines for the same number of players */
export function picture(game: GameView, around: Around): readonly string[] {
  const { view } = game;
  const { style } = around;
  const rule = style.dim('─'.repeat(WIDTH));
  return [header(view, around), rule, ...seatLines(game, around), rule, ...tableLines(game, style), rule];
}

function header(view: View, { hands, style }: Around): string {
  const title = style.accent(style.bold(gameTitle(view.ruleset.edition)));
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
    const title = className(view.ruleset.edition, shown.title);
    const name = fill(style.bold(players[seat]?.name ?? ''), NAME);
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

function tableLines(game: GameView, style: Style): readonly string[] {
  const { trick } = game.view;
  const names = namesOf(game);
  if (trick === null) return [waitingFor(game.view, names, style), ...Array<string>(PLAYS + 1).fill('')];
  return [` Trick ${trick.number}`, ...trickLines(trick, names, style, PLAYS, NAME)];
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

/** By seat. */
export function namesOf({ players }: GameView): readonly string[] {
  return players.map(({ name }) => name);
}
