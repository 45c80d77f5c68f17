/** The weakest bot: any of its answers, all equally likely. */
import { answers, type Policy } from './policy.ts';

export const random: Policy = (view, chance) => {
  const possible = answers(view);
  return possible[chance(possible.length)] ?? possible[0];
};
