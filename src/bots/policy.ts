/** What a built-in bot is: a function from what its seat may see to one of the answers that its seat may give. */
import type { Command } from '../rules/commands.ts';
import type { View } from '../rules/view.ts';

/** A uniform integer in 0..bound-1; the bot's own chance, which has nothing to do with the deals. */
export type Chance = (bound: number) => number;

/**
 * @param view the seat's own view, in which `you.legal` is not empty
 * @returns a member of `you.legal`
 * @throws RangeError when the game asks this seat nothing
 */
export type Policy = (view: View, chance: Chance) => Command;

/** How well a built-in bot plays. */
export type Level = 'random' | 'greedy';

/** The answers among which a policy chooses. @throws RangeError when there are none */
export function answers(view: View): readonly [Command, ...Command[]] {
  const [first, ...others] = view.you?.legal ?? [];
  if (first === undefined)
    throw new RangeError(`Game ${view.gameId} asks this seat nothing at version ${view.version}.`);
  return [first, ...others];
}
