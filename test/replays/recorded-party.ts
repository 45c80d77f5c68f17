/** A game of people who come and go of which every event is kept, as the finishing-order log reads it. */
import type { Command, ServiceCommand } from '../../src/rules/commands.ts';
import type { Actor } from '../../src/rules/context.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import type { Seat } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';
import { Party, party } from '../rules/party.ts';

class RecordedParty extends Party {
  readonly log: readonly GameEvent[];

  constructor(state: State, log: readonly GameEvent[], events: readonly GameEvent[], seconds: number) {
    super(state, events, seconds);
    this.log = log;
  }

  override later(seconds: number): Party {
    return new RecordedParty(this.state, this.log, this.events, this.seconds + seconds);
  }

  override say(actor: Actor | Seat, command: Command | ServiceCommand): Party {
    const { state, events, seconds } = super.say(actor, command);
    return new RecordedParty(state, [...this.log, ...events], events, seconds);
  }
}

/** Takes what `party` takes. */
export function recorded(...from: Parameters<typeof party>): Party {
  const { state, events, seconds } = party(...from);
  return new RecordedParty(state, events, events, seconds);
}

/** All that has happened in a recorded game, from its first event on. */
export function eventsOf(story: Party): readonly GameEvent[] {
  if (story instanceof RecordedParty) return story.log;
  throw new Error('This game is not recorded.');
}
