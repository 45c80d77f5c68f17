/** A game played over HTTP alone, one request after the other, by people who know no rules: the same every time. */
import type { Teller, Told } from './teller.ts';

export interface Seated {
  readonly token: string;
}

/** Sends the dearest answer to a lead and the cheapest one else, so that a hand has passes and sets. */
export function createPlay({ ask }: Pick<Teller, 'ask'>, gameId: string, people: readonly Seated[]) {
  let sent = 0;

  const viewOf = async ({ token }: Seated): Promise<Told['body']> =>
    (await ask('getGame', { token, path: { gameId } })).body;

  /** Waits until somebody is asked, and lets the first of them answer. @returns whether the game goes on */
  async function step(): Promise<boolean> {
    for (const person of people) {
      const view = await viewOf(person);
      if (view.phase === 'ended') return false;
      const [command] = view.you?.legal ?? [];
      if (command === undefined) continue;
      sent += 1;
      const headers = { 'idempotency-key': `story-of-a-game-${String(sent).padStart(4, '0')}` };
      await ask('sendCommand', { token: person.token, path: { gameId }, headers, body: command });
      return true;
    }
    const [first] = people;
    if (first === undefined) return false;
    const { version } = await viewOf(first);
    await ask('getEvents', { token: first.token, path: { gameId }, query: { after: version, wait: 1 } });
    return true;
  }

  return {
    viewOf,
    step,
    /** @returns the person whose turn it is to play, and his view */
    async untilTurn(fits: (view: Told['body']) => boolean): Promise<{ person: Seated; view: Told['body'] }> {
      for (let steps = 0; steps < 2000; steps++) {
        for (const person of people) {
          const view = await viewOf(person);
          if (view.you !== null && view.turn === view.you.seat && fits(view)) return { person, view };
        }
        if (!(await step())) break;
      }
      throw new Error('The game went by without what the story needs.');
    },
    async toEnd(): Promise<void> {
      for (let steps = 0; steps < 2000; steps++) if (!(await step())) return;
      throw new Error('The game does not end.');
    },
  };
}
