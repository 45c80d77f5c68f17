/** What happens at a table besides the answers that the game asks for: people come, go, return, and want to stop. */
import type { Chance } from '../../src/bots/policy.ts';
import type { Command } from '../../src/rules/commands.ts';
import type { Actor } from '../../src/rules/context.ts';
import type { Seat, SeatKind } from '../../src/rules/seats.ts';
import { isStoodInFor } from '../../src/rules/stand-ins.ts';
import type { State } from '../../src/rules/state.ts';
import type { Available, View } from '../../src/rules/view.ts';
import type { Rules } from './world.ts';

/** What somebody says to the game. */
export interface Said {
  readonly actor: Actor;
  readonly command: Parameters<Rules['decide']>[1];
}

/** Who answers for a seat: its player, or the stand-in. */
export function speakerFor(board: View, seat: Seat): Actor {
  return { kind: isStoodInFor(board, seat) ? 'standIn' : 'seat', seat };
}

/** Something that is possible now though nobody is asked for it; `null` where nothing of the kind is. */
export function besides(state: State, view: Rules['view'], chance: Chance): Said | null {
  switch (chance(4)) {
    case 0:
      return silence(state, chance);
    case 1:
      return canJoin(state.board) ? joining(state, oneOf(['human', 'bot', 'builtIn'], chance) ?? 'bot', chance) : null;
    default:
      return possible(state, view, chance);
  }
}

/** A table that is too small waits for somebody, or for its host to end the game (R-LEAVE-9). */
export function whileWaiting(state: State, chance: Chance): Said {
  return chance(3) === 0
    ? { actor: { kind: 'table' }, command: { type: 'endGame', reason: 'host' } }
    : joining(state, 'builtIn', chance);
}

/** Somebody has missed a deadline and been silent since (R-LEAVE-2). */
function silence({ board, missed }: State, chance: Chance): Said | null {
  const silent = board.seats.filter(
    ({ seat, away, state }) => (missed[seat] ?? null) !== null && away === null && state !== 'left',
  );
  const absent = oneOf(silent, chance);
  return absent === undefined ? null : { actor: { kind: 'clock' }, command: { type: 'absence', seat: absent.seat } };
}

function canJoin({ seats, ruleset }: View): boolean {
  const held = seats.filter(({ state, away }) => state !== 'left' && away === null);
  return ruleset.join.allowed && held.length < ruleset.players.max;
}

/** Somebody new, or who had a seat before (R-JOIN-8) and has not just given it up (R-JOIN-1). */
function joining({ board: { seats }, gaveUp }: State, kind: SeatKind, chance: Chance): Said {
  const held = new Set([...gaveUp, ...seats.filter(({ state }) => state !== 'left').map(({ player }) => player)]);
  const before = seats.filter(({ player }) => !held.has(player)).map(({ player }) => player);
  const player = oneOf([`player ${seats.length}`, ...before], chance) ?? '';
  return {
    actor: { kind: 'table' },
    command: { type: 'join', player, kind, entropy: kind === 'builtIn' ? null : player },
  };
}

/** One of the things that a seat is told it may do besides. */
function possible(state: State, view: Rules['view'], chance: Chance): Said | null {
  const seat = chance(state.board.seats.length);
  const what = oneOf(view(state, seat).you?.available ?? [], chance);
  return what === undefined ? null : { actor: { kind: 'seat', seat }, command: commandFor(what, chance) };
}

function commandFor(what: Available, chance: Chance): Command {
  switch (what) {
    case 'proposeEnd':
      return { type: what, when: chance(2) === 0 ? 'afterHand' : 'now' };
    case 'voteEnd':
      return { type: what, agree: chance(2) === 0 };
    case 'leave':
    case 'comeBack':
      return { type: what };
    default:
      return what satisfies never;
  }
}

const oneOf = <T>(items: readonly T[], chance: Chance): T | undefined => items[chance(Math.max(1, items.length))];
