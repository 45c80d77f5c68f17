/**
 * Draws a running game in the terminal, as anybody may see it, until it is over.
 *
 *     npx tsx spectator.ts <game id>
 */
import { createClient, type GameView, loginAsGuest } from 'dalmuti/client';

const { API = 'http://127.0.0.1:7575' } = process.env;
const [gameId = ''] = process.argv.slice(2);

// Whoever holds no seat is a spectator; a guest will do. The login renews its token for as long as the game takes.
const guest = await loginAsGuest(API, { name: 'Spectator' });
const client = createClient({ base: API, token: guest.token, onStatus: ({ state }) => console.error(state) });

/** One line for each player in the social order, the Greater Dalmuti first. */
function picture({ view, players, connected }: GameView): string {
  const rows = view.order.map((seat) => {
    const { title, cardCount, place, total } = view.seats[seat] ?? {};
    const mark = view.awaiting.includes(seat) ? '>' : ' ';
    const state = typeof place === 'number' ? `out as number ${place}` : '#'.repeat(cardCount ?? 0);
    const name = `${players[seat]?.name ?? '?'}${connected[seat] ? '' : ' (away)'}`;
    return `${mark} ${(title ?? '').padEnd(3)}${name.padEnd(20)}${String(total ?? 0).padStart(4)}  ${state}`;
  });
  const plays = view.trick?.plays.map(({ seat, cards }) => `${players[seat]?.name}: ${cards.join(' ')}`) ?? [];
  return [`Hand ${view.handNumber}, ${view.phase}`, ...rows, ...plays.map((play) => `    ${play}`), ''].join('\n');
}

// Every step comes once and in order, however often the line is lost: `change` says what happened, `game` what it led to.
for await (const { game } of client.follow(gameId)) {
  if (process.stdout.isTTY) process.stdout.write('\x1b[2J\x1b[H');
  console.log(picture(game));
  const { result } = game.view;
  for (const { rank, seat } of result?.standings ?? []) console.log(`${rank}. ${game.players[seat]?.name}`);
}
client.close();
