/** The stronger bot: counts cards, and gives the answer that leaves it the hand that is easiest to get rid of. */
import { type Cards, isWild, type Rank, rankOf, without } from '../rules/cards.ts';
import type { Command } from '../rules/commands.ts';
import type { Title } from '../rules/seats.ts';
import type { View, You } from '../rules/view.ts';
import { burden, losers } from './burden.ts';
import { type Outlook, outlook } from './outlook.ts';
import { answers, type Policy } from './policy.ts';

export const greedy: Policy = (view) => {
  const possible = answers(view);
  const { you } = view;
  if (you === null) return possible[0];
  const odds = outlook(view, you.seat, you.cards);
  switch (possible[0].type) {
    case 'answerRevolution':
      return revolution(view, you, possible);
    case 'payTax':
    case 'exchangeMerchant':
    case 'returnMerchant':
    case 'declineMerchantExchange':
    case 'play':
    case 'pass':
      return lightest(possible, (command) => burdenAfter(command, you.cards, odds));
    default:
      return you.onTimeout ?? possible[0];
  }
};

/** Calls where taxes would only take from this seat; the Dalmutis keep silent and collect. */
function revolution(view: View, { seat }: You, possible: readonly [Command, ...Command[]]): Command {
  const title = view.seats[seat]?.title ?? null;
  const wanted = possible.find((command) => command.type === 'answerRevolution' && command.call === gains(title));
  return wanted ?? possible[0];
}

function gains(title: Title | null): boolean {
  return title !== 'GD' && title !== 'LD';
}

/** Lighter than anything else: no cards left, or only tricks that are sure to be won before the last one. */
const OUT = Number.NEGATIVE_INFINITY;
const SOON_OUT = -1000;

/** What a card is expected to add that chance picks from another hand (R-MEX-4). */
const STRANGE_CARD = 0.5;

/** What this seat will still have to carry once it has given that answer. */
function burdenAfter(command: Command, hand: Cards, odds: Outlook): number {
  switch (command.type) {
    case 'payTax':
      return burden(without(hand, command.cards), odds);
    case 'returnMerchant':
      return burden(without(hand, [command.card]), odds);
    case 'exchangeMerchant':
      return command.card === undefined
        ? burden(hand, odds)
        : burden(without(hand, [command.card]), odds) + STRANGE_CARD;
    case 'play': {
      const left = without(hand, command.cards);
      if (left.length === 0) return OUT;
      const chance = odds.wins(rankOfPlay(command), command.cards.length);
      if (chance === 1 && losers(left, odds) <= 1) return SOON_OUT;
      // Whoever wins the trick leads the next one, and so is rid of another group: a whole turn.
      return burden(left, odds) - chance;
    }
    default:
      return burden(hand, odds);
  }
}

/** The rank of cards that make a set (R-SET-2, R-SET-3, R-CORP-3). */
function rankOfPlay({ cards, declare }: Extract<Command, { type: 'play' }>): Rank {
  const natural = cards.find((card) => !isWild(card));
  return declare ?? rankOf(natural ?? 'J');
}

/** The first of the lightest answers, so that the same view always gets the same answer. */
function lightest(possible: readonly [Command, ...Command[]], weigh: (command: Command) => number): Command {
  let [best] = possible;
  let least = weigh(best);
  for (const command of possible.slice(1)) {
    const weight = weigh(command);
    if (weight < least) [best, least] = [command, weight];
  }
  return best;
}
