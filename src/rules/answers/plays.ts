/** What the player on turn may do, and what he does when his time is up (R-PLAY-1..4, R-PLAY-12, R-LEAD-4). */
import { isWild, rankOf } from '../cards.ts';
import type { Command } from '../commands.ts';
import { type PlayCommand, playableSets } from '../set-list.ts';
import { classify, wildsAreDeclared } from '../sets.ts';
import { nextWithCards, othersFrom } from '../turns.ts';
import type { View, You } from '../view.ts';

const PASS: Command = { type: 'pass' };

export function playAnswers(view: View, { seat, cards }: You): readonly Command[] {
  const others = cards.includes('TW') ? othersFrom(view, seat) : [];
  const targets = isTargetOptional(view) ? [null, ...others] : others;
  const top = view.trick === null ? null : view.trick.top;
  const sets = playableSets(view.ruleset, cards, top, targets);
  return top === null ? sets : [...sets, PASS];
}

/** R-CORP-7 */
const isTargetOptional = ({ ruleset }: View): boolean => ruleset.corp?.wedgieTarget === 'optional';

/** A follower passes; a leader leads all of his worst natural rank, for passing would hold up the table (R-PLAY-12). */
export function overdueMove(view: View, you: You): Command {
  return view.trick === null ? overdueLead(view, you) : PASS;
}

/** In Corporate Shuffle without the Wedgie where that leaves any, and wilds alone as tens (R-CORP-27). */
function overdueLead(view: View, { seat, cards }: You): PlayCommand {
  const naturals = cards.filter((card) => !isWild(card));
  const worst = Math.max(...naturals.map(rankOf));
  const group = naturals.filter((card) => rankOf(card) === worst);
  const plain = group.filter((card) => card !== 'TW');
  const lead = plain.length > 0 ? plain : group;
  if (typeof classify(view.ruleset, { cards: lead, declare: undefined, leading: cards.length > 1 }) === 'number') {
    const target = plain.length > 0 || isTargetOptional(view) ? null : nextWithCards(view, seat);
    return target === null ? { type: 'play', cards: lead } : { type: 'play', cards: lead, target };
  }
  const wild = cards.filter(isWild).slice(0, 1);
  return wildsAreDeclared(view.ruleset) ? { type: 'play', cards: wild, declare: 10 } : { type: 'play', cards: wild };
}
