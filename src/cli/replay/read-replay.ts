/** From parsed JSON to a replay that can be walked through, or one sentence why it is none. */
import { createReader } from '../../http/reader.ts';
import { REPLAY_VERSION, type Replay, ReplaySchema } from '../../replays/schemas.ts';

/** There is nothing to walk through; the message is a sentence for people, and may quote the document. */
export class NoReplay extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoReplay';
  }
}

const read = createReader(ReplaySchema);

/** @throws NoReplay */
export function readReplay(document: unknown): Replay {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new NoReplay('This is JSON, but not the document of a finished game.');
  }
  const { format, version, code, detail, phase } = document as Readonly<Record<string, unknown>>;
  if (format === 'dalmuti-replay' && version !== REPLAY_VERSION) {
    throw new NoReplay(
      `This replay has version ${JSON.stringify(version)}; this release reads version ${REPLAY_VERSION}.`,
    );
  }
  if (format !== 'dalmuti-replay' && typeof code === 'string' && typeof detail === 'string') {
    throw new NoReplay(`This is no replay but the answer ${code} of a service: ${detail}`);
  }
  if (format !== 'dalmuti-replay' && typeof phase === 'string') {
    throw new NoReplay(
      'This is the view of a game, not its replay: GET /v1/games/{id}/replay gives that when it is over.',
    );
  }
  const replay = read(document);
  if (replay.ok) return replay.value;
  const [fault] = replay.errors;
  throw new NoReplay(`This is not the document of a finished game: ${fault?.pointer}: ${fault?.detail}`);
}
