/** Players, for those who keep order: finding them, shutting them out, and who else keeps order. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { route } from '../http/route.ts';
import { IdSchema, pageOf } from '../http/schemas.ts';
import type { Directory } from '../identity/directory.ts';
import { adminCall, noStore, pageQuery } from './admin-call.ts';
import { ACTIONS, readAudit } from './audit.ts';
import type { Bans } from './bans.ts';
import type { Grants } from './grants.ts';
import { findPlayers } from './players.ts';
import { AdminPlayerSchema, AdminScopeSchema, AuditEntrySchema, OneLineSchema, ReasonSchema } from './schemas.ts';

interface Needs {
  readonly prisma: PrismaClient;
  readonly directory: Directory;
  readonly bans: Bans;
  readonly grants: Grants;
}

export function adminPlayerRoutes(app: FastifyInstance, { prisma, directory, bans, grants }: Needs): void {
  const ofPlayer = z.object({ playerId: IdSchema });
  const ofScope = ofPlayer.extend({ scope: AdminScopeSchema });
  const one = { responses: { 200: AdminPlayerSchema }, problems: ['not_found', 'forbidden'] } as const;

  route(app, {
    ...adminCall,
    method: 'GET',
    url: '/v1/admin/players',
    id: 'findPlayers',
    summary: 'Find players, newest first',
    description: 'All players, erased ones and built-in bots included, with bans and administrative scopes.',
    query: z.strictObject({
      id: IdSchema.optional(),
      name: OneLineSchema.max(40).optional().describe('Part of a name, in small or capital letters.'),
      owner: IdSchema.optional().describe('Bots of this player.'),
      banned: z.boolean().optional(),
      admin: z.boolean().optional().describe('Who may administer.'),
      ...pageQuery,
    }),
    responses: { 200: pageOf(AdminPlayerSchema) },
    handle: async ({ query }) => ({ status: 200, body: await findPlayers(prisma, query), headers: noStore }),
  });

  route(app, {
    ...adminCall,
    ...one,
    method: 'PUT',
    url: '/v1/admin/players/:playerId/ban',
    id: 'banPlayer',
    summary: 'Ban a player and their bots',
    description:
      'Every token of theirs is refused (`player_banned`), streams are closed (4003), and they leave their tables and games. The name stays. Repeating it changes nothing, and finishes what was interrupted.',
    params: ofPlayer,
    body: ReasonSchema,
    problems: ['not_found', 'forbidden', 'unavailable'],
    handle: async ({ params: { playerId }, body: { reason }, identity }) => ({
      status: 200,
      body: await bans.ban(identity, playerId, reason),
      headers: noStore,
    }),
  });

  route(app, {
    ...adminCall,
    ...one,
    method: 'DELETE',
    url: '/v1/admin/players/:playerId/ban',
    id: 'unbanPlayer',
    summary: 'Let a player in again',
    description: 'Tokens that have not expired are valid again. Repeating it changes nothing.',
    params: ofPlayer,
    handle: async ({ params: { playerId }, identity }) => ({
      status: 200,
      body: await bans.unban(identity, playerId),
      headers: noStore,
    }),
  });

  route(app, {
    ...adminCall,
    ...one,
    method: 'PUT',
    url: '/v1/admin/players/:playerId/scopes/:scope',
    id: 'grantScope',
    summary: 'Let a player administer (operator)',
    description: 'In force within a second, also for existing tokens. Repeating it changes nothing.',
    params: ofScope,
    handle: async ({ params: { playerId, scope }, identity }) => ({
      status: 200,
      body: await grants.grant(identity, playerId, scope),
      headers: noStore,
    }),
  });

  route(app, {
    ...adminCall,
    ...one,
    method: 'DELETE',
    url: '/v1/admin/players/:playerId/scopes/:scope',
    id: 'withdrawScope',
    summary: 'Let a player administer no more (operator)',
    description: 'In force within a second. Repeating it changes nothing.',
    params: ofScope,
    handle: async ({ params: { playerId, scope }, identity }) => ({
      status: 200,
      body: await grants.withdraw(identity, playerId, scope),
      headers: noStore,
    }),
  });

  route(app, {
    ...adminCall,
    method: 'GET',
    url: '/v1/admin/audit',
    id: 'readAudit',
    summary: 'What administrators have done, newest first',
    description: 'It is append-only. It may include an attempt that failed, and omits none that succeeded.',
    query: z.strictObject({
      actor: IdSchema.optional(),
      subject: IdSchema.optional(),
      action: z.enum(ACTIONS).optional(),
      ...pageQuery,
    }),
    responses: { 200: pageOf(AuditEntrySchema) },
    handle: async ({ query }) => ({
      status: 200,
      body: await readAudit(prisma, directory, query),
      headers: noStore,
    }),
  });
}
