/** From what happened back to what was said: the commands that may have led to an event, so that they can be decided again. */
import type { Card } from '../rules/cards.ts';
import type { Command, ServiceCommand } from '../rules/commands.ts';
import type { Actor } from '../rules/context.ts';
import type { EventOf, GameEvent } from '../rules/events.ts';
import type { Seat } from '../rules/seats.ts';
import type { View } from '../rules/view.ts';

export interface Move {
  readonly actor: Actor;
  readonly command: Command | ServiceCommand;
}

const CLOCK: Actor = { kind: 'clock' };
const TABLE: Actor = { kind: 'table' };
const OPERATOR: Actor = { kind: 'operator' };
const TIMEOUT: Move = { actor: CLOCK, command: { type: 'timeout' } };

/**
 * @param board before the step
 * @param first the step's first event
 * @param second the event after it, which may tell more of the command
 * @returns what may have been said; one of them was, if the game was played by the rules
 */
export function movesFor(board: View, first: GameEvent, second: GameEvent | undefined): readonly Move[] {
  const by = (seat: Seat, ...commands: readonly Command[]) => moves(first, seat, commands);
  switch (first.type) {
    case 'revolutionAnswered':
      return by(first.seat, { type: 'answerRevolution', call: false });
    case 'revolutionDeclared':
      return by(first.seat, { type: 'answerRevolution', call: true });
    case 'taxChosen':
      return by(first.seat, { type: 'payTax', cards: first.cards });
    case 'merchantPartnerNamed':
      return by(first.upper, offer(first.lower, first.upperGives?.[0]));
    case 'merchantExchanged':
      return exchanged(board, first);
    case 'merchantExchangeDeclined':
      return by(first.seat, { type: 'declineMerchantExchange' });
    case 'setPlayed':
      return by(first.seat, ...plays(first, second));
    case 'playerPassed':
      return by(first.seat, { type: 'pass' });
    case 'misdealSettled':
      return by(board.order[0] ?? 0, { type: 'settleMisdeal', to: first.to });
    case 'newcomersPlaced':
      return by(board.order[0] ?? 0, { type: 'placeNewcomers', above: first.above, order: first.seats });
    case 'endProposed':
      return by(first.seat, { type: 'proposeEnd', when: first.when });
    case 'endVoted':
      return by(first.seat, { type: 'voteEnd', agree: first.agree });
    case 'standInEnded':
    case 'playerReturned':
      return returned(first.seat);
    case 'playerLeft':
      return first.cause === 'clock' ? absent(first.seat) : by(first.seat, { type: 'leave' });
    case 'standInStarted':
      return absent(first.seat);
    case 'newcomerArrived': {
      const { player, kind, entropy } = first;
      return [{ actor: TABLE, command: { type: 'join', player, kind, entropy } }];
    }
    case 'gameEnded':
      return ended(first);
    case 'endVoteClosed':
      // A vote that the end of the game has overtaken.
      return second?.type === 'gameEnded' ? ended(second) : [TIMEOUT];
    default:
      return [TIMEOUT];
  }
}

/** By the player or his stand-in, as the event says, or by the clock for him. */
function moves({ cause }: GameEvent, seat: Seat, commands: readonly Command[]): readonly Move[] {
  if (cause !== 'player' && cause !== 'standIn') return [TIMEOUT];
  const actor: Actor = { kind: cause === 'player' ? 'seat' : 'standIn', seat };
  return commands.map((command) => ({ actor, command }));
}

function plays({ cards, rank }: EventOf<'setPlayed'>, second: GameEvent | undefined): readonly Command[] {
  const target = second?.type === 'playerBanned' ? { target: second.seat } : {};
  const play = { type: 'play', cards, ...target } as const;
  // Wilds alone are declared where the ruleset wants it (R-CORP-3), and nowhere else.
  return [play, { ...play, declare: rank }];
}

function offer(target: Seat, card: Card | undefined): Command {
  return { type: 'exchangeMerchant', target, ...(card === undefined ? {} : { card }) };
}

function exchanged({ ruleset }: View, event: EventOf<'merchantExchanged'>): readonly Move[] {
  const { upper, lower, upperGives, lowerGives } = event;
  const [card] = lowerGives;
  if (ruleset.mex.take === 'target-choice' && card !== undefined) {
    return moves(event, lower, [{ type: 'returnMerchant', card }]);
  }
  return moves(event, upper, [offer(lower, ruleset.mex.give === 'choice' ? upperGives[0] : undefined)]);
}

/** Whoever was only silent is back by anything that he does; it comes to the same as coming back first. */
function returned(seat: Seat): readonly Move[] {
  return [{ actor: { kind: 'seat', seat }, command: { type: 'comeBack' } }];
}

const absent = (seat: Seat): readonly Move[] => [{ actor: CLOCK, command: { type: 'absence', seat } }];

/** By the host, by the operator, by the clock at the operator's limit, or by what the clock had to do anyway. */
function ended({ cause, reason }: EventOf<'gameEnded'>): readonly Move[] {
  if (reason === 'host') return [{ actor: TABLE, command: { type: 'endGame', reason } }];
  if (reason === 'admin') return [{ actor: OPERATOR, command: { type: 'endGame', reason } }];
  if (reason === 'abandoned' && cause === 'clock') return [{ actor: CLOCK, command: { type: 'endGame', reason } }];
  return [TIMEOUT];
}
