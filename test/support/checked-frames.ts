/** Holds every frame that the suite’s services send, on sockets and as server-sent events, to the committed AsyncAPI document. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Json, judgeOf } from './documents.ts';

/** @param broken what did not keep the contract is added to it, in words */
export function checkFrames(app: FastifyInstance, broken: string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    watchEvents(reply, (text) =>
      broken.push(...faultsOf(text).map((fault) => `${request.url.split('?', 1)[0]} sent ${fault}`)),
    );
  });
  app.addHook('onReady', async () => {
    app.websocketServer.on('connection', (socket) => {
      const send = socket.send.bind(socket);
      socket.send = (data: Json, ...rest: Json[]) => {
        broken.push(...faultsOf(String(data)).map((fault) => `a socket sent ${fault}`));
        return (send as Json)(data, ...rest);
      };
      const close = socket.close.bind(socket);
      socket.close = (code, reason) => {
        // The library's own faults of reading have no reason; the service’s own words follow them.
        if (code !== undefined && reason !== undefined && !closeCodes().includes(code)) {
          broken.push(`a socket was closed with ${code}, which is not in the contract`);
        }
        close(code, reason);
      };
    });
  });
}

function closeCodes(): readonly number[] {
  return judgeOf('asyncapi.json').document.channels.stream['x-close-codes'].map(({ code }: { code: number }) => code);
}

/** Calls back with the data of each event; the service writes whole events. */
function watchEvents({ raw }: FastifyReply, heard: (data: string) => void): void {
  const write = raw.write.bind(raw);
  raw.write = (chunk: Json, ...rest: Json[]) => {
    if (String(raw.getHeader('content-type') ?? '').startsWith('text/event-stream')) {
      for (const [, data = ''] of String(chunk).matchAll(/^data: (.*)$/gm)) heard(data);
    }
    return (write as Json)(chunk, ...rest);
  };
}

function faultsOf(text: string): readonly string[] {
  const { document, faults } = judgeOf('asyncapi.json');
  const frame: Json = JSON.parse(text);
  const { messages } = document.components;
  if (!Object.hasOwn(messages, String(frame.type)))
    return [`a frame ${String(frame.type)} that is not in the contract`];
  const found = faults(['components', 'messages', frame.type, 'payload'], frame);
  return found.length === 0 ? [] : [`a frame ${frame.type}: ${found.join('; ')}`];
}
