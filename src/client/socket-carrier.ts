/** Everything over one socket: frames of all topics one way, commands the other. */

import type { Carrier, CarrierEvents, Sent, StreamOptions } from './carrier.ts';
import { Connection, type SocketConstructor } from './connection.ts';
import type { CommandFrame, HeartbeatFrame, RejectedFrame, ServerFrame } from './contract.ts';
import { Refused, retryAfterMs } from './refused.ts';
import { endOfTopic, type Topic } from './topics.ts';
import { ackTimeoutMs } from './waiting.ts';

interface Waiting {
  attempts: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly frame: Omit<CommandFrame, 'id'>;
  readonly resolve: (sent: Sent) => void;
  readonly reject: (error: Error) => void;
}

export function socketCarrier(WebSocket: SocketConstructor) {
  return ({ base, token }: StreamOptions, events: CarrierEvents): Carrier => {
    const topics = new Map<string, Topic>();
    const waiting = new Map<string, Waiting>();
    /** The topics that were asked for, by the id of the frame that did; ids live as long as the socket. */
    const asked = new Map<string, Topic>();
    let counter = 0;
    const nextId = (): string => String(++counter);

    const connection = new Connection({
      base,
      token,
      WebSocket,
      onOpen() {
        asked.clear();
        for (const topic of topics.values()) subscribe(topic);
        for (const [id, command] of waiting) sendCommand(id, command);
      },
      onFrame: receive,
      onStatus: events.status,
      onEnd(reason, error) {
        for (const { reject, timer } of waiting.values()) {
          clearTimeout(timer);
          reject(error);
        }
        waiting.clear();
        topics.clear();
        events.ended(reason, error);
      },
    });

    /** A socket that brings no answer in time is replaced; `onOpen` then repeats the command under its key. */
    function sendCommand(id: string, command: Waiting): void {
      clearTimeout(command.timer);
      command.timer = setTimeout(() => {
        command.attempts += 1;
        connection.replace();
      }, ackTimeoutMs(command.attempts));
      connection.send({ ...command.frame, id });
    }

    /** @returns the command that this frame answers */
    function answered(id: string): Waiting | undefined {
      const command = waiting.get(id);
      clearTimeout(command?.timer);
      waiting.delete(id);
      return command;
    }

    function subscribe(topic: Topic): void {
      const id = nextId();
      asked.set(id, topic);
      const after = topic.after();
      connection.send({ type: 'subscribe', id, topic: topic.name, ...(after === null ? {} : { after }) });
    }

    function receive(frame: ServerFrame): void {
      switch (frame.type) {
        case 'snapshot':
        case 'events':
        case 'presence':
        case 'table':
        case 'lobby':
        case 'inbox': {
          const topic = topics.get(frame.topic);
          if (topic !== undefined && !topic.take(frame)) subscribe(topic);
          break;
        }
        case 'heartbeat':
          catchUp(frame);
          break;
        case 'subscribed':
          asked.delete(frame.id);
          break;
        case 'unsubscribed':
          // What was asked for was forgotten when it was asked.
          if (frame.code !== 'asked') lose(topics.get(frame.topic), endOfTopic(frame.topic, frame.code));
          break;
        case 'ack':
          answered(frame.id)?.resolve({ version: frame.version, replayed: frame.replayed });
          break;
        case 'rejected':
          rejected(frame);
          break;
        default:
      }
    }

    /** A head that no frame has brought: something was lost on the way. */
    function catchUp({ heads }: HeartbeatFrame): void {
      for (const { topic: name, version } of heads) {
        const topic = topics.get(name);
        const head = topic?.head() ?? null;
        if (topic !== undefined && head !== null && version > head) subscribe(topic);
      }
    }

    function lose(topic: Topic | undefined, error: Error | undefined): void {
      if (topic === undefined) return;
      topics.delete(topic.name);
      events.topicOver(topic, error);
    }

    function rejected({ id, problem }: RejectedFrame): void {
      const wait = retryAfterMs(problem);
      const command = waiting.get(id);
      const topic = asked.get(id);
      asked.delete(id);
      if (command !== undefined && wait === null) {
        answered(id)?.reject(new Refused(problem));
      } else if (command !== undefined) {
        clearTimeout(command.timer);
        command.timer = setTimeout(() => sendCommand(id, command), wait ?? 0);
      } else if (topic !== undefined && topics.get(topic.name) === topic) {
        if (wait === null) lose(topic, new Refused(problem));
        else setTimeout(() => topics.get(topic.name) === topic && subscribe(topic), wait);
      }
    }

    return {
      begin(topic) {
        topics.set(topic.name, topic);
        subscribe(topic);
      },
      stop(topic) {
        topics.delete(topic.name);
        connection.send({ type: 'unsubscribe', id: nextId(), topic: topic.name });
      },
      send: (gameId, command, key) =>
        new Promise((resolve, reject) => {
          const id = nextId();
          const frame = { type: 'command', key, gameId, command } as const;
          const waits: Waiting = { frame, resolve, reject, attempts: 0, timer: undefined };
          waiting.set(id, waits);
          sendCommand(id, waits);
        }),
      close: () => connection.close(),
    };
  };
}
