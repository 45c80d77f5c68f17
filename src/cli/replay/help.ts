/** The keys of the walk, for whoever asks for them. */
import { table } from '../command.ts';

export const HELP: readonly string[] = [
  ' A finished game, all hands open. Keys:',
  '',
  ...table([
    ['→  space  l', 'the next event'],
    ['←  h', 'the event before'],
    ['↓  n', 'the next hand'],
    ['↑  p', 'the beginning of this hand, then the hand before'],
    ['t', 'the next trick'],
    ['T', 'the beginning of this trick, then the trick before'],
    ['g  Home', 'the first event'],
    ['G  End', 'the last event'],
    ['/  0-9', 'type the number of an event, then Enter; Esc forgets it'],
    ['?', 'this'],
    ['q  Ctrl-C', 'quit'],
  ]).split('\n'),
  '',
  ' ▶ has the turn, ? is asked for something else.',
  ' Any key goes back to the game.',
];
