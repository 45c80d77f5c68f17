/** The bare Fastify: how requests are named, read and logged, before any route is known. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { v7 } from 'uuid';
import { BOUNDS } from './bounds.ts';
import { useCompilers } from './compilers.ts';
import { boundConnections } from './connections.ts';
import { letRead, type Origins } from './cors.ts';
import { drainQuickly } from './drain.ts';
import { PROBLEMS, Problem, problem } from './problem.ts';
import { answerError, pathOf } from './problems.ts';
import { Incoming } from './upgrades.ts';

export interface ServerOptions {
  readonly logger: FastifyBaseLogger;
  /** Whose X-Forwarded-For is believed: nobody's, that of so many proxies, or that of proxies at these addresses. */
  readonly trustProxy: false | number | readonly string[];
  /** Whose pages may read the answers. */
  readonly origins: Origins;
  /** `RATE_LIMITS`: whether connections are counted. */
  readonly counts?: boolean;
  readonly patience?: Patience;
}

/** How long slow clients are waited for, in milliseconds. */
export interface Patience {
  /** For all of a request, from its first byte, or from the beginning of the connection. */
  readonly request: number;
  /** For a connection on which nothing moves: above the longest `wait` of a long poll. */
  readonly silence: number;
  /** How often requests that take too long are looked for. */
  readonly look: number;
}

const PATIENCE: Patience = { request: 30_000, silence: 60_000, look: 5_000 };

export function createServer(options: ServerOptions): FastifyInstance {
  const { logger, trustProxy, origins, counts = true, patience = PATIENCE } = options;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: () => v7(),
    bodyLimit: BOUNDS.bodyBytes.most,
    // Without a host Node would refuse in no words; `demandHost` says what is missing.
    http: {
      IncomingMessage: Incoming,
      requireHostHeader: false,
      // Node swaps the two when this is the longer one.
      headersTimeout: patience.request,
      connectionsCheckingInterval: patience.look,
    },
    requestTimeout: patience.request,
    connectionTimeout: patience.silence,
    // A busy machine may need long to load the page at /docs.
    pluginTimeout: 60_000,
    trustProxy: trusted(trustProxy),
    // A request that comes while the service stops is still answered.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      letRead(origins, request, reply);
      // Before any route there are no hooks.
      reply.raw.once('finish', () => letGo(request.raw));
      return answerError(error, request, reply);
    },
    clientErrorHandler: refuseGarbage,
  });
  // Node would answer 417 without a word; an expectation that nobody knows may be passed over (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // The kernel would keep what the client does not read for minutes after an ordinary close.
  app.server.on('timeout', (socket) => (socket.writableLength > 0 ? socket.resetAndDestroy() : socket.destroy()));
  useCompilers(app);
  readJsonOnly(app);
  drainQuickly(app);
  if (counts && trustProxy === false) boundConnections(app.server);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    demandHost(request);
    demandNoSocket(request);
  });
  app.addHook('onResponse', async ({ raw }) => letGo(raw));
  app.addHook('onResponse', async (request, reply) => {
    // Orchestrators ask every few seconds, and nobody wants to read that.
    const level = request.url.startsWith('/health/') ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(reply.problemCode === null ? {} : { code: reply.problemCode }),
        ...(request.identity === null ? {} : { player: request.identity.id }),
      },
      'answered',
    );
  });
  return app;
}

const isUpgrade = (raw: IncomingMessage): boolean => 'upgrade' in raw && raw.upgrade === true;

/** Node lets go of a connection that asks for a WebSocket: refused and kept open, it would outlast the service. */
function letGo(raw: IncomingMessage): void {
  if (isUpgrade(raw)) raw.socket.destroySoon();
}

/** RFC 9112, section 3.2. @throws Problem `invalid_request` */
function demandHost({ headers, raw }: FastifyRequest): void {
  if (headers.host !== undefined || raw.httpVersion !== '1.1') return;
  throw problem('invalid_request', 'A request of HTTP/1.1 has the header Host.');
}

/** Node has let go of the connection, so that the answer is the last that is said on it. @throws Problem `invalid_request` */
function demandNoSocket({ raw, is404, routeOptions }: FastifyRequest): void {
  if (!isUpgrade(raw) || is404 || routeOptions.config.opensSocket) return;
  throw problem('invalid_request', 'This address takes no WebSocket. The WebSocket is at /v1/stream.');
}

/** An invite code lets whoever reads it in: it stays out of the log, also where the address is mistyped. */
function loggedPath(url: string): string {
  return pathOf(url).replace(/(\/invites\/).+/i, '$1…');
}

/** Fastify itself takes no number: whoever can reach the service past the proxies writes the header himself. */
function trusted(proxies: ServerOptions['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  return proxies === false ? false : [...proxies];
}

/** An empty body is no body, whatever its type claims; anything but JSON is refused. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
}

/** Statuses of what never became a request, by Node's code; anything else is 400. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, text: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'The request did not arrive in time; send its head and body at once.',
  ],
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The header is too large; send fewer or shorter fields.',
  ],
};

/** No route and no reply exist for what is not a whole HTTP request: the answer is written by hand. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, text, detail] = UNREADABLE[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'This is not HTTP as the service reads it.',
  ];
  const { title } = PROBLEMS.invalid_request;
  const body = JSON.stringify(new Problem('invalid_request', { status, title }, detail, {}).body(v7()));
  const head = [
    `HTTP/1.1 ${status} ${text}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy();
}
