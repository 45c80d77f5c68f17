/** Players and the audit log in `dalmuti admin`. */
import type { z } from 'zod';
import type { AdminPlayerSchema, AuditEntrySchema } from '../../admin/schemas.ts';
import type { Option } from '../command.ts';
import type { Act, Call } from './act.ts';
import { paging, query, reason } from './asking.ts';
import { columns, more, when } from './columns.ts';

type Player = z.output<typeof AdminPlayerSchema>;
type Entry = z.output<typeof AuditEntrySchema>;

const scope: Option = { name: 'scope', value: 'scope', default: 'admin', help: 'admin or admin:secrets.' };
const showOne = (body: unknown): string => players([body as Player]);

const ofScope =
  (method: 'PUT' | 'DELETE'): Act['call'] =>
  (options, id): Call => ({
    method,
    path: `/v1/admin/players/${id}/scopes/${encodeURIComponent(options.text('scope') ?? '')}`,
  });

export const playerActs: readonly Act[] = [
  {
    name: 'players',
    summary: 'Find players, newest first.',
    subject: null,
    options: [
      { name: 'id', value: 'id', default: null, help: 'This one.' },
      { name: 'name', value: 'text', default: null, help: 'Whose names have this in them.' },
      { name: 'owner', value: 'id', default: null, help: 'Bots of this player.' },
      { name: 'banned', value: null, default: null, help: 'Who is banned.' },
      { name: 'admin', value: null, default: null, help: 'Who may administer.' },
      ...paging,
    ],
    call: (options) => ({
      method: 'GET',
      path: `/v1/admin/players${query(options, ['id', 'name', 'owner', 'banned', 'admin'])}`,
    }),
    show(body) {
      const { items, next } = body as { readonly items: readonly Player[]; readonly next: string | null };
      return players(items) + more(next);
    },
  },
  {
    name: 'ban',
    summary: 'Ban a player and their bots: tokens, streams, tables and games.',
    subject: 'player',
    options: [reason],
    call: (options, id) => ({
      method: 'PUT',
      path: `/v1/admin/players/${id}/ban`,
      body: { reason: options.text('reason') ?? '' },
    }),
    show: showOne,
  },
  {
    name: 'unban',
    summary: 'Let a player in again.',
    subject: 'player',
    options: [],
    call: (_, id) => ({ method: 'DELETE', path: `/v1/admin/players/${id}/ban` }),
    show: showOne,
  },
  {
    name: 'grant',
    summary: 'Let a player administer.',
    subject: 'player',
    options: [scope],
    call: ofScope('PUT'),
    show: showOne,
  },
  {
    name: 'withdraw',
    summary: 'Let a player administer no more.',
    subject: 'player',
    options: [scope],
    call: ofScope('DELETE'),
    show: showOne,
  },
  {
    name: 'audit',
    summary: 'What administrators have done, newest first.',
    subject: null,
    options: [
      { name: 'actor', value: 'id', default: null, help: 'What this administrator did.' },
      { name: 'subject', value: 'id', default: null, help: 'What was done to this player, game or table.' },
      { name: 'action', value: 'action', default: null, help: 'ban, unban, endGame, closeTable, grantScope …' },
      ...paging,
    ],
    call: (options) => ({ method: 'GET', path: `/v1/admin/audit${query(options, ['actor', 'subject', 'action'])}` }),
    show(body) {
      const { items, next } = body as { readonly items: readonly Entry[]; readonly next: string | null };
      const rows = items.map(({ at, actor, action, subject, details }) => {
        const told = Object.entries(details).map(([name, value]) => `${name}: ${value}`);
        return [when(at), actor.name, action, subject, told.join(', ')];
      });
      return columns([['at', 'by', 'action', 'subject', 'details'], ...rows]) + more(next);
    },
  },
];

function players(all: readonly Player[]): string {
  const rows = all.map(({ id, name, kind, createdAt, ownerId, erased, ban, scopes }) => {
    const state = [erased ? 'erased' : '', ban === null ? '' : `banned: ${ban.reason ?? ''}`, ...scopes];
    return [id, name, kind, when(createdAt), ownerId ?? '', state.filter((part) => part !== '').join(', ')];
  });
  return columns([['player', 'name', 'kind', 'since', 'bot of', ''], ...rows]);
}
