/** From the text of a frame to the frame, or to what is wrong with it and whether that can be answered. */
import type { Fault } from '../http/faults.ts';
import { createReader } from '../http/reader.ts';
import { type ClientFrame, ClientFrameSchema } from './frames.ts';

export type ReadFrame =
  | { readonly ok: true; readonly frame: ClientFrame }
  /** It has an id, so that it can be answered. */
  | { readonly ok: false; readonly id: string; readonly errors: readonly Fault[] }
  /** The socket is closed, since no answer could be matched to it. */
  | { readonly ok: false; readonly id: null; readonly reason: string };

const read = createReader(ClientFrameSchema);

/** @param text one text frame of a client */
export function readFrame(text: string): ReadFrame {
  const sent = parse(text);
  if (sent === undefined) return { ok: false, id: null, reason: 'A frame must be JSON.' };
  const frame = read(sent);
  if (frame.ok) return { ok: true, frame: frame.value };
  const id = idOf(sent);
  if (id === null) return { ok: false, id, reason: 'A frame must be a JSON object with `type` and `id`.' };
  return { ok: false, id, errors: frame.errors };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A number is an error too, and the client finds the answer under the number's text. */
function idOf(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !('id' in sent)) return null;
  const { id } = sent;
  if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'boolean') return null;
  return String(id);
}
