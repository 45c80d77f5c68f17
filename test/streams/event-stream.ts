/** Server-sent events as a client reads them, so that a test can wait for what it expects. */
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import type { StreamNode } from './stream-node.ts';

export interface Asked {
  readonly response: IncomingMessage;
  text(): string;
  /** Resolves when the text holds this. */
  wait(part: string): Promise<void>;
  readonly ended: Promise<void>;
  leave(): void;
}

export async function ask(
  node: Pick<StreamNode, 'port'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const asked = request({
    host: '127.0.0.1',
    port: node.port,
    path,
    headers: { authorization: 'Bearer ada-token', ...headers },
  });
  asked.on('error', () => undefined);
  asked.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
  });
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => {
    response.once('end', resolve);
    response.once('error', () => resolve());
  });
  return {
    response,
    text: () => text,
    ended,
    leave: () => asked.destroy(),
    wait: (part) => expect.poll(() => text).toContain(part),
  };
}
