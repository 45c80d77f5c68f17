/** The only door into the rules: everything else imports the game from here, and types from the files that own them. */
import type { Command, TimeoutCommand } from './commands.ts';
import type { Context, Decision } from './context.ts';
import type { EventOf, GameEvent } from './events.ts';
import type { PublicEvent, Viewer } from './public-events.ts';
import type { GameSetup } from './setup.ts';
import type { State } from './state.ts';
import type { View } from './view.ts';

export type { GameSetup } from './setup.ts';
export { RULES_VERSION, STATE_VERSION } from './versions.ts';

export function start(setup: GameSetup, context: Context): readonly GameEvent[] {
  throw new Error(`not written yet: ${setup.gameId} ${context.now}`);
}
export function initial(event: EventOf<'gameStarted'>): State {
  throw new Error(`not written yet: ${event.type}`);
}
export function evolve(_state: State, event: GameEvent): State {
  throw new Error(`not written yet: ${event.type}`);
}
export function replay(events: readonly GameEvent[]): State {
  throw new Error(`not written yet: ${events.length}`);
}
export function decide(_state: State, command: Command | TimeoutCommand, _context: Context): Decision {
  throw new Error(`not written yet: ${command.type}`);
}
export function disclose(event: GameEvent, _viewer: Viewer): PublicEvent {
  throw new Error(`not written yet: ${event.type}`);
}
export function view(_state: State, viewer: Viewer): View {
  throw new Error(`not written yet: ${viewer}`);
}
export function advance(view: View, _event: PublicEvent): View {
  return view;
}
export function legal(view: View): readonly Command[] {
  return view.you?.legal ?? [];
}
export function onTimeout(view: View): Command | null {
  return view.you?.onTimeout ?? null;
}
