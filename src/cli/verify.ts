/** `dalmuti verify`: whether a finished game was dealt as it was committed to and played by the rules. */

import { placed, type Verdict, verifyReplay } from '../replays/verify.ts';
import { type CommandSpec, helpFor, parse, UsageError } from './command.ts';
import { nameOf, readDocument, Unreadable } from './read-document.ts';
import { print, printError, printText } from './terminal/output.ts';
import { counted } from './terminal/words.ts';

const SPEC: CommandSpec = {
  name: 'verify',
  positionals: '<replay.json | address | -> …',
  summary:
    'Checks documents of finished games (GET /v1/games/{id}/replay): that the seed is the one that was committed to, that\nevery draw and deal follows from it, and that the rules allow every move. Status 0 when all of them are true, else 1.',
  options: [
    {
      name: 'commitment',
      value: 'hex',
      default: null,
      help: 'What the table showed before the game; without it the one in the document is taken.',
    },
    { name: 'token', value: 'token', default: null, help: 'Sent to an address that wants to know who asks.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const { positionals } = options;
  if (positionals.length === 0) throw new UsageError('verify', 'Name a document to be checked.');
  const commitment = options.text('commitment')?.toLowerCase() ?? null;
  if (commitment !== null && positionals.length > 1) {
    throw new UsageError('verify', 'A commitment belongs to one game: name one document.');
  }
  let status = 0;
  for (const source of positionals) {
    if (!(await isTrue(source, options.text('token'), commitment))) status = 1;
  }
  return status;
}

async function isTrue(source: string, token: string | null, commitment: string | null): Promise<boolean> {
  try {
    const verdict = verifyReplay(await readDocument(source, token), commitment);
    if (verdict.ok) {
      print`${nameOf(source)}: true.`;
      report(verdict);
    } else printError`${nameOf(source)}: not true. ${placed(verdict)}`;
    return verdict.ok;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    printError`${error.message}`;
    return false;
  }
}

function report({ gameId, state, steps, started, contributions }: Verdict & { ok: true }): void {
  const { board } = state;
  const from = counted(contributions.length, 'contribution');
  const first = started.classesKept ? 'The first order is that of a game before, every' : 'Every draw and';
  const size = `${counted(board.seats.length, 'player')}, ${counted(board.handNumber, 'hand')}`;
  print`  Game ${gameId}, ${board.ruleset.preset}, ${size}.`;
  print`  The seed is the one committed to, ${started.fairness.commitment}.`;
  print`  ${first} deal follows from it and ${from} of players; the rules allow all ${steps.length} steps.`;
}
