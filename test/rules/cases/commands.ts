/** The file's commands and events under the names that the service has for them (RULES section 21). */
import { expect } from 'vitest';
import type { Card } from '../../../src/rules/cards.ts';
import type { Command, ServiceCommand } from '../../../src/rules/commands.ts';
import type { Actor, Random } from '../../../src/rules/context.ts';
import { decide, evolve } from '../../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../../src/rules/events.ts';
import type { State } from '../../../src/rules/state.ts';
import { SENTENCE } from '../sentence.ts';
import { card, cards, type FileCommand } from './case-file.ts';
import { NOW, type Situation } from './situation.ts';

interface Sent {
  readonly command: Command | ServiceCommand;
  readonly actor: Actor;
}

/** What the service receives for one command of the file; a partner's choice travels as a command of its own. */
function translate({ seat }: Situation, file: FileCommand): readonly Sent[] {
  const number = seat(file.player ?? '');
  const actor: Actor = number < 0 ? { kind: 'stranger' } : { kind: 'seat', seat: number };
  const own = (command: Command): readonly Sent[] => [{ command, actor }];
  const clock: readonly Sent[] = [{ command: { type: 'timeout' }, actor: { kind: 'clock' } }];
  const laid = cards(file.cards ?? []);
  switch (file.cmd) {
    case 'play':
      return own({
        type: 'play',
        cards: laid,
        ...(file.declare === undefined ? {} : { declare: file.declare }),
        ...(file.target === undefined ? {} : { target: seat(file.target) }),
      });
    case 'pass':
      return own({ type: 'pass' });
    case 'chooseTax':
    case 'payTax':
      return own({ type: 'payTax', cards: laid });
    case 'declareRevolution':
      return own({ type: 'answerRevolution', call: true });
    case 'fold':
      return own({ type: 'leave' });
    case 'closeRevolution':
    case 'timeout':
      return clock;
    case 'merchantExchange':
      return merchantExchange(seat, file, actor);
    default:
      throw new Error(`Unknown command ${file.cmd}.`);
  }
}

function merchantExchange(seat: Situation['seat'], file: FileCommand, actor: Actor): readonly Sent[] {
  if (file.decline) return [{ command: { type: 'declineMerchantExchange' }, actor }];
  const target = seat(file.target ?? '');
  const named: Command = {
    type: 'exchangeMerchant',
    target,
    ...(file.give === undefined ? {} : { card: card(file.give) }),
  };
  const back: readonly Sent[] =
    file.take === undefined
      ? []
      : [{ command: { type: 'returnMerchant', card: card(file.take) }, actor: { kind: 'seat', seat: target } }];
  return [{ command: named, actor }, ...back];
}

export interface Outcome {
  readonly state: State;
  readonly events: readonly GameEvent[];
  /** Of the last command, the only one that may be refused. */
  readonly code: string | null;
}

/** Sends the commands of a case one after another; all but the last must be accepted. */
export function run(situation: Situation, commands: readonly FileCommand[]): Outcome {
  let { state } = situation;
  const events: GameEvent[] = [];
  for (const [index, file] of commands.entries()) {
    for (const { command, actor } of translate(situation, file)) {
      const decision = decide(state, command, { actor, now: NOW, random: riggedBy(state, file) });
      if (!decision.ok) {
        if (index < commands.length - 1) throw new Error(`Command ${index + 1}: ${decision.rejection.code}`);
        expect(decision.rejection.detail).toMatch(SENTENCE);
        return { state, events, code: decision.rejection.code };
      }
      // The service has no command to fold: at a table that does not fold, leaving brings a stand-in instead.
      if (file.cmd === 'fold' && !decision.events.some(({ type }) => type === 'playerFolded')) {
        return { state, events, code: 'E_OPTION_OFF' };
      }
      state = decision.events.reduce(evolve, state);
      events.push(...decision.events);
    }
  }
  return { state, events, code: null };
}

/** Chance that draws the cards which the case names, and the first of anything else. */
function riggedBy(state: State, { rng, target, player }: FileCommand): Random {
  const draws: readonly (readonly [string, number])[] = state.board.seats.flatMap((shown) => {
    const wanted = shown.player === player ? rng?.give : shown.player === target ? rng?.take : undefined;
    if (wanted === undefined) return [];
    const at = state.hands[shown.seat]?.indexOf(card(wanted) as Card) ?? 0;
    return [[shown.player === player ? 'give' : 'take', at] as const];
  });
  return (purpose) => draws.find(([kind]) => purpose.includes(kind))?.[1] ?? 0;
}

/** Events that the file does not know, because they only open or close a question. */
const UNNAMED: readonly string[] = [
  'revolutionAnswered',
  'taxOpened',
  'merchantPartnerNamed',
  'handDealt',
  'playerLeft',
  'seatClosed',
  'gameEnded',
];

/** The file's names of what happened. A revolution closes its window without a word there. */
export function fileEvents(events: readonly GameEvent[]): readonly string[] {
  const named = events.filter((event) => {
    return !UNNAMED.includes(event.type) && !(event.type === 'revolutionWindowClosed' && event.called);
  });
  return merchantsFirst(named.map(({ type }) => type[0]?.toUpperCase() + type.slice(1)));
}

/** Taxes and Merchants touch different hands, so which of them comes first is immaterial (R-MEX-6). */
export function merchantsFirst(events: readonly string[]): readonly string[] {
  const ordered = [...events];
  const taxes = ordered.indexOf('TaxesExchanged');
  const merchants = ordered.findIndex((name) => name.startsWith('MerchantExchange'));
  if (taxes >= 0 && merchants > taxes) {
    const [moved] = ordered.splice(merchants, 1);
    if (moved !== undefined) ordered.splice(taxes, 0, moved);
  }
  return ordered;
}
