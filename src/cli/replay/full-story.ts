/** Every event of a finished game in a sentence, with all that was hidden while it was played. */
import type { EventOf, GameEvent } from '../../rules/events.ts';
import type { Seat } from '../../rules/seats.ts';
import { nameOf, tell } from '../terminal/story.ts';
import type { Style } from '../terminal/style.ts';
import { cardsText } from '../terminal/words.ts';

/** @param names by seat */
export function tellInFull(event: GameEvent, names: readonly string[], style: Style): string {
  return `${sentence(event, names, style)}${style.dim(byWhom(event))}`;
}

function sentence(event: GameEvent, names: readonly string[], style: Style): string {
  const name = (seat: Seat | null): string => style.bold(seat === null ? 'nobody' : nameOf(names, seat));
  const all = (seats: readonly Seat[]): string => seats.map(name).join(', ');
  switch (event.type) {
    case 'gameStarted':
      return `The game begins with ${all(event.seats.map(({ seat }) => seat))}.`;
    case 'seatsDrawn':
      return event.rounds.length === 0 ? `The places are ${all(event.order)}.` : seatsDrawn(event, name);
    case 'cardExposed':
      return style.bad(`A ${event.card} for ${name(event.seat)} lies open while the cards are dealt.`);
    case 'misdealSettled':
      return misdealSettled(event, name);
    case 'revolutionAnswered':
      return `${name(event.seat)} calls ${event.call ? 'a' : 'no'} revolution.`;
    case 'revolutionWindowClosed':
      return event.called ? 'A revolution was called; no other can be.' : 'There is no revolution.';
    case 'taxOpened':
      return taxOpened(event, name);
    case 'taxChosen':
      return `${name(event.seat)} chooses to give ${cardsText(event.cards)}.`;
    case 'taxesExchanged':
      return `${event.exchanges.map((exchange) => traded(exchange, name)).join(', ')}.`;
    case 'merchantPartnerNamed':
      return `${name(event.upper)} wants to trade with ${name(event.lower)}${giving(event.upperGives)}.`;
    case 'merchantExchanged':
      return `${traded(event, name)}.`;
    case 'merchantExchangeDeclined':
      return `${name(event.seat)} does not trade.`;
    case 'playerBanned':
      return `${name(event.by)} bars ${name(event.seat)} from the trick.`;
    case 'forcedPass':
      return style.dim(`${nameOf(names, event.seat)} has to pass.`);
    case 'ratbertTaken':
      return `${name(event.seat)} takes Ratbert, ${event.left} left.`;
    case 'playerFolded':
      return style.bad(`${name(event.seat)} folds ${cardsText(event.cards)}.`);
    case 'handEnded':
      return `${tell(event, names, style) ?? ''}${kept(event)}`;
    case 'handVoided':
      return style.bad(
        `Hand ${event.handNumber} does not count: ${event.reason === 'left' ? 'a player left' : 'all agreed'}.`,
      );
    case 'newcomerArrived':
      return `${name(event.seat)} comes to the table and waits for a place.`;
    case 'placementOpened':
      return `Where shall ${all(event.seats)} sit?`;
    case 'newcomersPlaced':
      return `${all(event.seats)} may play. The order is ${all(event.order)}.`;
    case 'playerLeft':
      return event.cause === 'clock' ? `${name(event.seat)} is away.` : `${name(event.seat)} leaves.`;
    case 'playerReturned':
      return `${name(event.seat)} is back.`;
    case 'standInStarted':
      return `A stand-in plays for ${name(event.seat)}, who ${event.reason === 'left' ? 'has left' : 'is silent'}.`;
    case 'standInEnded':
      return `${name(event.seat)} plays again.`;
    case 'seatClosed':
      return `The place of ${name(event.seat)} is taken away. The order is ${all(event.order)}.`;
    case 'endProposed':
      return `${name(event.seat)} proposes to end the game ${whenWords(event)}.`;
    case 'endVoted':
      return `${name(event.seat)} ${event.agree ? 'agrees' : 'does not agree'} to end it.`;
    case 'endVoteClosed':
      return event.agreed ? `The game is to end ${whenWords(event)}.` : 'The game goes on.';
    case 'gameEnded':
      return `${tell(event, names, style) ?? ''}${WHY[event.reason]}`;
    case 'handDealt':
    case 'revolutionDeclared':
    case 'seatsReversed':
    case 'playStarted':
    case 'setPlayed':
    case 'playerPassed':
    case 'playerWentOut':
    case 'trickWon':
    case 'leadPassed':
      return tell(event, names, style) ?? '';
    default:
      return event satisfies never;
  }
}

type Name = (seat: Seat | null) => string;

function seatsDrawn({ rounds, order }: EventOf<'seatsDrawn'>, name: Name): string {
  const drawn = rounds.map(({ draws }) => draws.map(({ seat, card }) => `${name(seat)} ${card}`).join(', '));
  return `Cards are drawn for seats: ${drawn.join('; again ')}. The order is ${order.map(name).join(', ')}.`;
}

function misdealSettled({ seat, to, card, replacement, greaterPeon }: EventOf<'misdealSettled'>, name: Name): string {
  if (to === 'intended') return `${name(seat)} gets the open ${card} all the same.`;
  const back = replacement === null ? '' : `; ${name(seat)} gets a ${replacement} for it`;
  return `The open ${card} goes to ${name(greaterPeon)}${back}.`;
}

function taxOpened({ exchanges }: EventOf<'taxOpened'>, name: Name): string {
  const due = exchanges.map(({ kind, upper, lower, count, lowerGives }) =>
    kind === 'merchant'
      ? `${name(upper)} may trade with another Merchant`
      : `${name(lower)} owes ${count} to ${name(upper)}${lowerGives === null ? '' : `, ${cardsText(lowerGives)}`}`,
  );
  return `Taxes are due: ${due.join('; ')}.`;
}

type Traded = Pick<EventOf<'merchantExchanged'>, 'upper' | 'lower' | 'upperGives' | 'lowerGives'>;

function traded({ upper, lower, upperGives, lowerGives }: Traded, name: Name): string {
  return `${name(lower)} gives ${cardsText(lowerGives)} to ${name(upper)} for ${cardsText(upperGives)}`;
}

function giving(cards: EventOf<'merchantPartnerNamed'>['upperGives']): string {
  return cards === null ? '' : ` and gives ${cardsText(cards)}`;
}

function kept({ remaining }: EventOf<'handEnded'>): string {
  return remaining.length === 0 ? '' : ` The last one was left with ${cardsText(remaining)}.`;
}

const whenWords = ({ when }: Pick<EventOf<'endProposed'>, 'when'>): string =>
  when === 'now' ? 'at once' : 'after this hand';

const WHY: Readonly<Record<EventOf<'gameEnded'>['reason'], string>> = {
  hands: '',
  timeLimit: ' The time was up.',
  consent: ' They agreed to end it.',
  host: ' The host ended it.',
  abandoned: ' No player was left.',
  admin: ' An operator ended it.',
};

/** What a player did not do himself. */
function byWhom({ type, cause }: GameEvent): string {
  if (cause === 'standIn') return ' (stand-in)';
  return cause === 'clock' && ANSWERS.has(type) ? ' (time was up)' : '';
}

const ANSWERS: ReadonlySet<GameEvent['type']> = new Set([
  'misdealSettled',
  'revolutionAnswered',
  'taxChosen',
  'merchantPartnerNamed',
  'merchantExchanged',
  'merchantExchangeDeclined',
  'setPlayed',
  'playerPassed',
  'newcomersPlaced',
]);
