/** Compares two AsyncAPI documents: the channels, and the messages that go each way over them. */
import { isDeepStrictEqual } from 'node:util';
import { type Change, type Direction, judged } from './change.ts';
import { compareSchemas } from './compare-schemas.ts';
import { below, type Located, listOf, type Node, nodeOf, root, textOf } from './document.ts';
import { comparisonOf, type Walk, walked } from './walk.ts';

/** What goes one way over one channel. */
interface Flow {
  readonly direction: Direction;
  readonly address: string;
  readonly messages: ReadonlyMap<string, Located>;
}

/** By what the service does: `receive` is what it reads. */
const DIRECTIONS: Readonly<Record<string, Direction>> = { receive: 'read', send: 'written' };

export function compareAsyncapi(before: Node, after: Node): readonly Change[] {
  return [...compareChannels(before, after), ...compareFlows(before, after)];
}

function compareChannels(before: Node, after: Node): readonly Change[] {
  const [old, now] = [channelsOf(before), channelsOf(after)];
  const found = (severity: Change['severity'], operation: string, { pointer }: Located, what: string): Change => ({
    severity,
    operation,
    pointer,
    what,
  });
  return [
    ...[...old].flatMap(([address, channel]) => {
      const other = now.get(address);
      if (other === undefined) return [found('breaking', address, channel, 'The channel is gone.')];
      const bound = isDeepStrictEqual(channel.node.bindings, other.node.bindings);
      return [
        ...(bound ? [] : [found('breaking', address, other, 'The channel is opened in another way.')]),
        ...compareCloseCodes(address, channel, other),
      ];
    }),
    ...[...now].flatMap(([address, channel]) =>
      old.has(address) ? [] : [found('compatible', address, channel, 'The channel is new.')],
    ),
  ];
}

function channelsOf(document: Node): ReadonlyMap<string, Located> {
  return new Map(
    Object.keys(nodeOf(document.channels)).map((name) => {
      const channel = below(document, root(document), 'channels', name);
      return [addressOf(channel), channel];
    }),
  );
}

/** Names of parameters do not count: no request shows them. */
function addressOf({ node }: Located): string {
  return textOf(node.address).replace(/\{[^}]*\}/g, '{}');
}

/** Whether to come back must stay the same for a code; of a new one `closing` says it. */
function compareCloseCodes(operation: string, before: Located, after: Located): readonly Change[] {
  const codesOf = ({ node }: Located) => listOf(node['x-close-codes']).map(nodeOf);
  const pointer = `${after.pointer}/x-close-codes`;
  const come = codesOf(after).filter((now) => !codesOf(before).some(({ code }) => code === now.code));
  return [
    ...codesOf(before).flatMap(({ code, reconnect }): readonly Change[] => {
      const now = codesOf(after).find((each) => each.code === code);
      if (now === undefined) return [{ severity: 'compatible', operation, pointer, what: `${code} is gone.` }];
      if (now.reconnect === reconnect) return [];
      const what = `After ${code} a client ${now.reconnect === true ? 'comes' : 'does not come'} back now.`;
      return [{ severity: 'breaking', operation, pointer, what }];
    }),
    ...come.map(({ code }): Change => ({ severity: 'compatible', operation, pointer, what: `${code} is new.` })),
  ];
}

/** What goes over channels of which there is only one is told with the channel. */
function compareFlows(before: Node, after: Node): readonly Change[] {
  const comparison = comparisonOf(before, after);
  const [old, now] = [flowsOf(before), flowsOf(after)];
  const channels = [before, after].map(channelsOf);
  return [...new Map([...old, ...now])].flatMap(([key, { address, direction }]) => {
    if (!channels.every((each) => each.has(address))) return [];
    return walked(comparison, { direction, operation: `${address}, ${inWords(direction)}` }, (walk) =>
      compareMessages(walk, old.get(key)?.messages ?? new Map(), now.get(key)?.messages ?? new Map()),
    );
  });
}

/** By direction and address; several operations of one direction on one channel count as one. */
function flowsOf(document: Node): ReadonlyMap<string, Flow> {
  const flows = new Map<string, Flow>();
  for (const name of Object.keys(nodeOf(document.operations))) {
    const operation = below(document, root(document), 'operations', name);
    const direction = DIRECTIONS[textOf(operation.node.action)];
    if (direction === undefined) throw new Error(`${operation.pointer} neither sends nor receives.`);
    const address = addressOf(below(document, operation, 'channel'));
    const key = `${direction} ${address}`;
    const messages = [...(flows.get(key)?.messages ?? []), ...messagesOf(document, operation)];
    flows.set(key, { direction, address, messages: new Map(messages) });
  }
  return flows;
}

function inWords(direction: Direction): string {
  return direction === 'read' ? 'from clients' : 'to clients';
}

function messagesOf(document: Node, operation: Located): readonly (readonly [name: string, message: Located])[] {
  return listOf(operation.node.messages).map((_, index) => {
    const message = below(document, operation, 'messages', index);
    return [textOf(message.node.name), message] as const;
  });
}

function compareMessages(walk: Walk, old: Flow['messages'], now: Flow['messages']): readonly Change[] {
  return [
    ...[...old].flatMap(([name, message]) => {
      const other = now.get(name);
      if (other === undefined) return [judged(walk, message.pointer, 'other', `The message ${name} is gone.`)];
      const [was, is] = [contentTypeOf(walk.before, message), contentTypeOf(walk.after, other)];
      return [
        ...(was === is ? [] : [judged(walk, other.pointer, 'other', `The message ${name} comes as ${is} now.`)]),
        ...compareSchemas(walk, below(walk.before, message, 'payload'), below(walk.after, other, 'payload')),
      ];
    }),
    ...[...now].flatMap(([name, { pointer }]) =>
      old.has(name) ? [] : [judged(walk, pointer, 'open', `The message ${name} is new.`)],
    ),
  ];
}

function contentTypeOf(document: Node, { node }: Located): string {
  return textOf(node.contentType ?? document.defaultContentType);
}
