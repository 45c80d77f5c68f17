/** A whole game with people who come and go, for tests that read as a story. Seats sit in the order of their numbers. */

import { expect } from 'vitest';
import { purposeChance } from '../../src/bots/chance.ts';
import type { Clock } from '../../src/rules/clock.ts';
import type { Command, ServiceCommand } from '../../src/rules/commands.ts';
import type { Actor } from '../../src/rules/context.ts';
import { decide, evolve, replay, start, view } from '../../src/rules/dalmuti.ts';
import type { EventType, GameEvent } from '../../src/rules/events.ts';
import type { RejectionCode } from '../../src/rules/rejections.ts';
import type { Seat, SeatKind } from '../../src/rules/seats.ts';
import { isStoodInFor } from '../../src/rules/stand-ins.ts';
import type { State } from '../../src/rules/state.ts';
import type { Phase, SeatView, You } from '../../src/rules/view.ts';
import { CLOCK } from '../support/clock.ts';
import { rulesetOf } from './cases/case-file.ts';
import { SENTENCE } from './sentence.ts';

const BEGIN = Date.parse('2026-01-05T19:00:00.000Z');

export const clock: Actor = { kind: 'clock' };
export const lobby: Actor = { kind: 'table' };
export const operator: Actor = { kind: 'operator' };
export const standIn = (seat: Seat): Actor => ({ kind: 'standIn', seat });

/** Said by the one on whom the story waits. */
export const newcomer = (player: string, kind: SeatKind = 'human', entropy: string | null = null) => {
  return { type: 'join', player, kind, entropy } as const;
};

export class Party {
  readonly state: State;
  /** What the last command led to. */
  readonly events: readonly GameEvent[];
  readonly seconds: number;

  constructor(state: State, events: readonly GameEvent[] = [], seconds = 0) {
    this.state = state;
    this.events = events;
    this.seconds = seconds;
  }

  get board() {
    return this.state.board;
  }

  get types(): readonly EventType[] {
    return this.events.map(({ type }) => type);
  }

  /** RFC 3339. */
  time(seconds: number): string {
    return new Date(BEGIN + seconds * 1000).toISOString();
  }

  /** Time goes by. */
  later(seconds: number): Party {
    return new Party(this.state, this.events, this.seconds + seconds);
  }

  decision(actor: Actor | Seat, command: Command | ServiceCommand) {
    const who: Actor = typeof actor === 'number' ? { kind: 'seat', seat: actor } : actor;
    return decide(this.state, command, { actor: who, now: this.time(this.seconds), random: purposeChance('7') });
  }

  say(actor: Actor | Seat, command: Command | ServiceCommand): Party {
    const decision = this.decision(actor, command);
    if (!decision.ok) throw new Error(`${JSON.stringify(command)}: ${decision.rejection.code}`);
    return new Party(decision.events.reduce(evolve, this.state), decision.events, this.seconds);
  }

  code(actor: Actor | Seat, command: Command | ServiceCommand): RejectionCode | null {
    const decision = this.decision(actor, command);
    if (decision.ok) return null;
    expect(decision.rejection.detail).toMatch(SENTENCE);
    return decision.rejection.code;
  }

  timeOut(): Party {
    return this.say(clock, { type: 'timeout' });
  }

  you(seat: Seat): You {
    const { you } = view(this.state, seat);
    if (you === null) throw new Error('A seat has a view of its own.');
    return you;
  }

  seat(seat: Seat): SeatView {
    const shown = this.board.seats[seat];
    if (shown === undefined) throw new Error(`There is no seat ${seat}.`);
    return shown;
  }

  /** Everybody who is asked gives his first answer, the stand-ins for their seats, until the game has come to `phase`. */
  until(phase: Phase): Party {
    let party: Party = this;
    for (let move = 0; party.board.phase !== phase; move += 1) {
      if (move > 3000) throw new Error(`The game does not come to ${phase}.`);
      party = party.step();
    }
    return party;
  }

  step(): Party {
    const asked = this.board.awaiting.find((seat) => this.you(seat).legal.length > 0);
    const answer = asked === undefined ? undefined : this.you(asked).legal.find((each) => !isCall(each));
    if (asked === undefined || answer === undefined) return this.timeOut();
    return this.say(isStoodInFor(this.board, asked) ? standIn(asked) : asked, answer);
  }
}

const isCall = (command: Command): boolean => command.type === 'answerRevolution' && command.call;

/** @param kinds one for each seat */
export function party(
  options: Readonly<Record<string, unknown>>,
  kinds: readonly SeatKind[],
  times: Partial<Clock> = {},
): Party {
  const events = start(
    {
      gameId: 'game',
      tableId: 'table',
      ruleset: rulesetOf({ preset: 'official-scored', 'seating.method': 'given', ...options }),
      clock: { ...CLOCK, ...times },
      seats: kinds.map((kind, seat) => ({ seat, player: `player ${seat}`, kind })),
      access: { private: false, spectators: true },
      handLimit: 100,
      fairness: { commitment: 'commitment', contributions: [] },
    },
    { actor: { kind: 'stranger' }, now: new Date(BEGIN).toISOString(), random: purposeChance('7') },
  );
  return new Party(replay(events), events);
}

export const people = (count: number): readonly SeatKind[] => Array<SeatKind>(count).fill('human');
