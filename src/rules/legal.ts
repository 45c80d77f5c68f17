/** Every answer to the game's open question that one view allows, and the one that the clock would give. */
import { misdealAnswers } from './answers/misdeal.ts';
import { placementAnswers } from './answers/placement.ts';
import { overdueMove, playAnswers } from './answers/plays.ts';
import { revolutionAnswers, silentAnswer } from './answers/revolution.ts';
import { taxAnswers, unpaidTax } from './answers/taxes.ts';
import type { Command } from './commands.ts';
import type { View, You } from './view.ts';

/** In canonical form, cheapest first, `pass` last; empty when nothing is asked of the viewer. Reads no more than the view. */
export function legal(view: View): readonly Command[] {
  const you = askedViewer(view);
  if (you === null) return [];
  switch (view.phase) {
    case 'revolution':
      return revolutionAnswers(view, you);
    case 'tax':
      return taxAnswers(view, you);
    case 'play':
      return playAnswers(view, you);
    case 'deal':
      return misdealAnswers(view);
    case 'seating':
    case 'handEnd':
      return placementAnswers(view);
    case 'waiting':
    case 'ended':
      return [];
    default:
      return view.phase satisfies never;
  }
}

/** What the clock would send for the viewer; `null` when nothing is asked of him (R-PLAY-12, R-TAX-13, R-REV-4, R-MIS-2). */
export function onTimeout(view: View): Command | null {
  const you = askedViewer(view);
  if (you === null) return null;
  switch (view.phase) {
    case 'revolution':
      return silentAnswer(you);
    case 'tax':
      return unpaidTax(view, you);
    case 'play':
      return overdueMove(view, you);
    case 'deal':
      return misdealAnswers(view)[0] ?? null;
    case 'seating':
    case 'handEnd':
      return placementAnswers(view)[0] ?? null;
    case 'waiting':
    case 'ended':
      return null;
    default:
      return view.phase satisfies never;
  }
}

function askedViewer({ you, awaiting }: View): You | null {
  return you !== null && awaiting.includes(you.seat) ? you : null;
}
