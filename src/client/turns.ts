/** A bot's whole working day: invitations are answered, games are followed, and every question comes out in one loop. */
import type { Call } from './call.ts';
import { channel } from './channel.ts';
import type { Inbox, Invitation } from './contract.ts';
import { type Questions, questionsOf, type Turn } from './questions.ts';
import { Refused, StreamEnded } from './refused.ts';
import type { Stream } from './stream.ts';

export interface TurnsOptions {
  /** Ends the loop with its reason. */
  readonly signal?: AbortSignal;
  /** Which invitations are accepted; all of them unless given. The others are declined. */
  readonly accept?: (invitation: Invitation) => boolean | Promise<boolean>;
  /** What this player adds to the chance of a game to which he is invited; nothing unless given (docs/FAIRNESS.md). */
  readonly entropy?: () => string;
}

/** Every question of every game of this player, from now on; questions that are gone before they are read are left out. */
export function turnsOf(stream: Stream, call: Call, options: TurnsOptions = {}): AsyncIterableIterator<Turn> {
  const games = new Map<string, { stop(): void; readonly questions: Questions }>();
  const answered = new Set<string>();
  const stopWatching = stream.watch('me', ({ inbox }) => inbox !== undefined && look(inbox), ended);
  const turns = channel<Turn>(options.signal, () => {
    stopWatching();
    for (const { stop } of games.values()) stop();
    games.clear();
  });

  function look({ games: mine, invitations }: Inbox): void {
    for (const { gameId } of mine) if (!games.has(gameId)) follow(gameId);
    for (const invitation of invitations) {
      if (answered.has(invitation.id)) continue;
      answered.add(invitation.id);
      reply(invitation).catch((error) => turns.fail(error));
    }
  }

  function follow(gameId: string): void {
    const questions = questionsOf(stream, gameId, (turn) => {
      turn.signal.addEventListener('abort', () => turns.drop((each) => each === turn), { once: true });
      turns.put(turn);
    });
    const leave = stream.follow(gameId, questions.update, (error) => {
      questions.close();
      games.delete(gameId);
      // A game that one may not see any more ends nothing but itself.
      if (error instanceof StreamEnded) turns.fail(error);
    });
    const stop = (): void => {
      questions.close();
      leave();
    };
    games.set(gameId, { stop, questions });
  }

  async function reply(invitation: Invitation): Promise<void> {
    const { accept = () => true, entropy, signal } = options;
    const path = { invitationId: invitation.id };
    try {
      if (!(await accept(invitation))) await call('declineInvitation', { path, body: {}, signal });
      else await call('acceptInvitation', { path, body: entropy === undefined ? {} : { entropy: entropy() }, signal });
    } catch (error) {
      // Somebody else was quicker, or the table is gone: the next inbox says so too.
      if (!(error instanceof Refused)) throw error;
    }
  }

  function ended(error?: Error): void {
    turns.fail(error ?? new StreamEnded('the inbox is closed'));
  }

  return turns;
}
