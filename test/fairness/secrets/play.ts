/** Plays one seat to the end of the game, and does something else first whenever the game waits for this seat alone. */
import type { WireCommand } from '../../../src/client/wire.ts';
import type { Line, News, OpenLine, Sent, You } from './lines.ts';
import type { Person } from './person.ts';

/** Done while nothing can happen in the game. @param last the newest command of this seat that was carried out */
export type Errand = (you: You, last: Sent | null) => Promise<void>;

/** @returns when the service has told him that the game is over */
export async function playSeat(
  open: OpenLine,
  person: Person,
  gameId: string,
  errands: readonly Errand[],
): Promise<void> {
  const left = [...errands];
  let newest: News | null = null;
  let settled = 0;
  let busy = false;
  let last: Sent | null = null;
  let fail = (_: unknown): void => {};
  const failed = new Promise<void>((_, reject) => {
    fail = reject;
  });
  const opened: { line?: Line } = {};
  opened.line = open(person, gameId, (news) => {
    newest = news;
    answer().catch(fail);
  });

  async function answer(): Promise<void> {
    while (!busy && newest?.you != null && newest.you.legal.length > 0 && newest.version >= settled) {
      busy = true;
      const { you, version, phase }: News & { you: You } = { ...newest, you: newest.you };
      try {
        if (phase === 'play') await left.shift()?.(you, last);
        const sent = await opened.line?.send({ ...chosen(you.legal), expectedVersion: version } as WireCommand);
        if (sent?.version != null) last = sent;
        settled = sent?.version ?? version + 1;
      } finally {
        busy = false;
      }
    }
  }

  await Promise.race([opened.line.over, failed]);
  if (left.length > 0) throw new Error(`${person.name} did not come to ${left.length} errands`);
}

/** As many cards as possible, so that a hand is over soon; no revolution, so that taxes are paid; trades, where there are any. */
function chosen(legal: readonly WireCommand[]): WireCommand {
  const wanted = legal.map((command) => ({ command, worth: worth(command) })).toSorted((a, b) => b.worth - a.worth);
  const [best] = wanted;
  if (best === undefined) throw new Error('nothing is asked');
  return best.command;
}

function worth(command: WireCommand): number {
  switch (command.type) {
    case 'play':
      return command.cards.length;
    case 'answerRevolution':
      return command.call ? -1 : 0;
    case 'exchangeMerchant':
      return 1;
    case 'settleMisdeal':
      return command.to === 'greaterPeon' ? 1 : 0;
    default:
      return 0;
  }
}
