/**
 * A bot on the TypeScript client: it accepts every invitation and plays every game to its end.
 *
 *     BOT_TOKEN=… npx tsx bot.ts
 *
 * README.md beside this file says where the client and the token come from.
 */
import { type Command, createClient, Refused, type Turn } from 'dalmuti/client';

const { API = 'http://127.0.0.1:7575', BOT_TOKEN = '' } = process.env;
const bot = createClient({ base: API, token: BOT_TOKEN, onStatus: (status) => console.error(status) });

/** This is where your bot gets clever: `view` is all that your seat may know, `legal` all that it may answer. */
function choose({ view, legal }: Turn): Command | undefined {
  // Cheapest first, `pass` last. A Jester is worth more later, unless the hand is nearly over.
  const isShort = (view.you?.cards.length ?? 0) <= 4;
  const thrifty = legal.filter((command) => command.type !== 'play' || !command.cards.includes('J'));
  return (isShort ? undefined : thrifty[0]) ?? legal[0];
}

// Reconnecting, resuming, waiting after a 429, and repeating an answer until it is acknowledged: the client does it. Each
// question comes once, of whatever game; one that the clock has answered meanwhile is left out.
for await (const turn of bot.turns({ accept: ({ table }) => table.players.max >= 3 })) {
  const command = choose(turn);
  if (command === undefined) continue;
  // Without `await`, so that one game does not wait for another.
  turn.answer(command).then(
    (sent) => console.log(turn.gameId, turn.view.handNumber, JSON.stringify(command), sent?.version ?? 'too late'),
    (error) => {
      // A refusal has a code to decide by. It is a fault of this bot; the game goes on by the clock.
      if (!(error instanceof Refused)) throw error;
      console.error(turn.gameId, error.problem.code, error.problem.detail);
    },
  );
}
