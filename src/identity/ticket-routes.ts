/** Tickets for streams whose client can send no headers. */
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { NewStreamTicketSchema, StreamTicketSchema } from './schemas.ts';
import type { StreamTickets } from './stream-tickets.ts';

export function ticketRoutes(app: FastifyInstance, tickets: StreamTickets): void {
  route(app, {
    method: 'POST',
    url: '/v1/stream-tickets',
    id: 'createStreamTicket',
    tag: 'Streams',
    summary: 'A ticket for a browser’s EventSource',
    description:
      'Goes into `?ticket=` of the one stream that it is made for, and is good for its reconnects too, as long as an access token is. It ends with the login or the bot token that made it, and a stream ends with its ticket.',
    auth: 'player',
    limit: 'subscribe',
    body: NewStreamTicketSchema,
    responses: { 201: StreamTicketSchema },
    problems: ['forbidden'],
    handle: async ({ identity, body: { topic } }) => ({
      status: 201,
      body: await tickets.make(identity, topic),
      headers: { 'Cache-Control': 'no-store' },
    }),
  });
}
