/** From the text of a frame to the frame, or to what is wrong with it and whether that can be answered. */
import type { Fault } from '../http/faults.ts';
import { createReader } from '../http/reader.ts';
import { type ClientFrame, ClientFrameSchema } from './frames.ts';

export type ReadFrame =
  | { readonly ok: true; readonly frame: ClientFrame }
  /** It has an id, so that it can be answered. */
  | { readonly ok: false; readonly id: string; readonly errors: readonly Fault[] }
  | { readonly ok: false; readonly id: null };

const read = createReader(ClientFrameSchema);

/** @param text one text frame of a client */
export function readFrame(text: string): ReadFrame {
  const sent = parse(text);
  const frame = read(sent);
  if (frame.ok) return { ok: true, frame: frame.value };
  const id = idOf(sent);
  return id === null ? { ok: false, id } : { ok: false, id, errors: frame.errors };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function idOf(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !('type' in sent) || !('id' in sent)) return null;
  return typeof sent.type === 'string' && typeof sent.id === 'string' ? sent.id : null;
}
