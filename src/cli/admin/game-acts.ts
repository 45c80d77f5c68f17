/** Games and tables in `dalmuti admin`. */
import type { z } from 'zod';
import type { ClosedTableSchema, FoundGameSchema, InspectedGameSchema } from '../../admin/schemas.ts';
import type { Act } from './act.ts';
import { paging, query, reason } from './asking.ts';
import { columns, facts, more, when } from './columns.ts';

type Games = { readonly items: readonly z.output<typeof FoundGameSchema>[]; readonly next: string | null };
type Game = z.output<typeof InspectedGameSchema>;

export const gameActs: readonly Act[] = [
  {
    name: 'games',
    summary: 'Find games, newest first.',
    subject: null,
    options: [
      { name: 'state', value: 'state', default: null, help: 'running, over, or stuck: overdue for five minutes.' },
      { name: 'player', value: 'id', default: null, help: 'Games of this player.' },
      { name: 'table', value: 'id', default: null, help: 'Games of this table.' },
      ...paging,
    ],
    call: (options) => ({ method: 'GET', path: `/v1/admin/games${query(options, ['state', 'player', 'table'])}` }),
    show(body) {
      const { items, next } = body as Games;
      const rows = items.map(({ id, state, startedAt, endedAt, wake, tableId }) => {
        return [id, state, when(startedAt), when(endedAt), overdue(wake?.overdueSeconds ?? 0), tableId ?? ''];
      });
      return columns([['game', 'state', 'started', 'ended', 'overdue', 'table'], ...rows]) + more(next);
    },
  },
  {
    name: 'game',
    summary: 'Look into a game: who plays, and what it waits for.',
    subject: 'game',
    options: [
      {
        name: 'secrets',
        value: null,
        default: null,
        help: 'Show every hand too. Needs admin:secrets, and stands in the audit log.',
      },
    ],
    call: (options, id) => ({ method: 'GET', path: `/v1/admin/games/${id}?secrets=${options.flag('secrets')}` }),
    show: (body) => inspected(body as Game),
  },
  {
    name: 'end-game',
    summary: 'End a game, whatever it waits for.',
    subject: 'game',
    options: [reason],
    call: (options, id) => ({
      method: 'POST',
      path: `/v1/admin/games/${id}/end`,
      body: { reason: options.text('reason') ?? '' },
    }),
    show: (body) => inspected(body as Game),
  },
  {
    name: 'close-table',
    summary: 'Close a table for good.',
    subject: 'table',
    options: [reason, { name: 'end-game', value: null, default: null, help: 'End the game that runs there first.' }],
    call: (options, id) => ({
      method: 'POST',
      path: `/v1/admin/tables/${id}/close`,
      body: { reason: options.text('reason') ?? '', endGame: options.flag('end-game') },
    }),
    show(body) {
      const { id, state, name, hostId } = body as z.output<typeof ClosedTableSchema>;
      return facts([
        ['table', id],
        ['state', state],
        ['name', name],
        ['host', hostId],
      ]);
    },
  },
];

function inspected({ id, tableId, startedAt, lastEventAt, wake, view, secrets, ...access }: Game): string {
  const { phase, version, handNumber, awaiting, deadline, result } = view;
  const head = facts([
    ['game', id],
    ['table', tableId],
    ['access', `${access.private ? 'private' : 'open'}, ${access.spectators ? 'with' : 'without'} spectators`],
    ['phase', result === null ? phase : `${phase} (${result.reason})`],
    ['version', String(version)],
    ['hand', String(handNumber)],
    ['started', when(startedAt)],
    ['last event', when(lastEventAt)],
    ['deadline', deadline === null ? null : when(deadline)],
    ['wakes', wake === null ? null : `${when(wake.due)} for ${wake.reason} ${overdue(wake.overdueSeconds)}`.trimEnd()],
  ]);
  const seats = view.seats.map(({ seat, player, state, away, title, cardCount }) => {
    const hand = secrets?.find((one) => one.seat === seat)?.cards.join(' ') ?? '';
    const doing = awaiting.includes(seat) ? 'awaited' : (away ?? state);
    return [String(seat), player.name, player.kind, doing, title ?? '', String(cardCount), player.id, hand];
  });
  const heading = ['seat', 'name', 'kind', 'now', 'title', 'cards', 'player', secrets === null ? '' : 'hand'];
  return `${head}\n${columns([heading, ...seats])}`;
}

const overdue = (seconds: number): string => (seconds === 0 ? '' : `${seconds} s overdue`);
