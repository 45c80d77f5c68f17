/** Games over one socket: follows them without a gap, and sends each command until it is known what became of it. */
import { randomUUID } from 'node:crypto';
import { Connection, type ConnectionOptions } from './connection.ts';
import { afterFrame, fromSnapshot, type GameView } from './game-view.ts';
import { Refused, retryAfterMs, StreamEnded } from './refused.ts';
import type { EventsFrame, ServerFrame, WireCommand } from './wire.ts';

export interface Sent {
  /** Version of the last event that the command led to. */
  readonly version: number;
  readonly replayed: boolean;
}

/** Called at every change; `frame` is `null` when a snapshot has replaced all that was known. */
export type GameListener = (game: GameView, frame: EventsFrame | null) => void;

export interface Stream {
  /** Follows a game from now on, through losses of the socket too. @returns ends it */
  follow(gameId: string, listener: GameListener): () => void;
  /**
   * Sends a command. It has one key for all attempts, so that it is carried out once however often it has to be sent.
   * @throws Refused by the service
   * @throws StreamEnded when nothing more can be sent; whether the command was carried out is then not known
   */
  send(gameId: string, command: WireCommand): Promise<Sent>;
  close(): void;
  /** Resolves with the reason when the stream is over for good. */
  readonly ended: Promise<string>;
}

interface Followed {
  readonly listener: GameListener;
  game: GameView | null;
}

interface Waiting {
  readonly frame: {
    readonly type: 'command';
    readonly key: string;
    readonly gameId: string;
    readonly command: WireCommand;
  };
  readonly resolve: (sent: Sent) => void;
  readonly reject: (error: Error) => void;
}

export function openStream({ base, token }: Pick<ConnectionOptions, 'base' | 'token'>): Stream {
  const topics = new Map<string, Followed>();
  const waiting = new Map<string, Waiting>();
  let ended: string | null = null;
  let tellEnd = (_reason: string): void => {};
  const end = new Promise<string>((resolve) => {
    tellEnd = resolve;
  });
  let counter = 0;
  const nextId = (): string => String(++counter);

  const connection = new Connection({
    base,
    token,
    onOpen() {
      for (const [topic, { game }] of topics) subscribe(topic, game);
      for (const [id, { frame }] of waiting) connection.send({ ...frame, id });
    },
    onFrame: receive,
    onEnd(reason) {
      ended = reason;
      for (const { reject } of waiting.values()) reject(new StreamEnded(reason));
      waiting.clear();
      tellEnd(reason);
    },
  });

  function subscribe(topic: string, game: GameView | null): void {
    const id = nextId();
    connection.send(
      game === null ? { type: 'subscribe', id, topic } : { type: 'subscribe', id, topic, after: game.view.version },
    );
  }

  function receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'snapshot':
        update(topics.get(frame.topic), fromSnapshot(frame.view), null);
        break;
      case 'events':
        events(frame);
        break;
      case 'heartbeat':
        for (const head of frame.heads) catchUp(head);
        break;
      case 'ack':
        waiting.get(frame.id)?.resolve({ version: frame.version, replayed: frame.replayed });
        waiting.delete(frame.id);
        break;
      case 'rejected':
        rejected(frame);
        break;
      default:
    }
  }

  function events(frame: EventsFrame): void {
    const followed = topics.get(frame.topic);
    const game = followed?.game ?? null;
    if (game === null || frame.version <= game.view.version) return;
    if (frame.after === game.view.version) update(followed, afterFrame(game, frame), frame);
    else subscribe(frame.topic, game);
  }

  /** A head that no frame has brought: something was lost on the way. */
  function catchUp(head: { readonly topic: string; readonly version: number }): void {
    const game = topics.get(head.topic)?.game ?? null;
    if (game !== null && head.version > game.view.version) subscribe(head.topic, game);
  }

  function update(followed: Followed | undefined, game: GameView, frame: EventsFrame | null): void {
    if (followed === undefined) return;
    followed.game = game;
    followed.listener(game, frame);
  }

  function rejected({ id, problem }: Extract<ServerFrame, { type: 'rejected' }>): void {
    const command = waiting.get(id);
    if (command === undefined) return;
    const wait = retryAfterMs(problem);
    if (wait === null) {
      waiting.delete(id);
      command.reject(new Refused(problem));
    } else {
      setTimeout(() => waiting.has(id) && connection.send({ ...command.frame, id }), wait);
    }
  }

  return {
    follow(gameId, listener) {
      const topic = `game:${gameId}`;
      topics.set(topic, { listener, game: null });
      subscribe(topic, null);
      return () => {
        topics.delete(topic);
        connection.send({ type: 'unsubscribe', id: nextId(), topic });
      };
    },
    send: (gameId, command) =>
      new Promise((resolve, reject) => {
        if (ended !== null) {
          reject(new StreamEnded(ended));
          return;
        }
        const id = nextId();
        const frame = { type: 'command', key: randomUUID(), gameId, command } as const;
        waiting.set(id, { frame, resolve, reject });
        connection.send({ ...frame, id });
      }),
    close: () => connection.close(),
    ended: end,
  };
}
