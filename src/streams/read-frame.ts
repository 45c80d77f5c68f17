/** From the text of a frame to the frame, or to what is wrong with it and whether that can be answered. */
import { createValidators } from '../http/compilers.ts';
import { type Fault, faultsOf } from '../http/faults.ts';
import { standaloneJsonSchema } from '../http/json-schema.ts';
import { type ClientFrame, ClientFrameSchema } from './frames.ts';

export type ReadFrame =
  | { readonly ok: true; readonly frame: ClientFrame }
  /** It has an id, so that it can be answered. */
  | { readonly ok: false; readonly id: string; readonly errors: readonly Fault[] }
  | { readonly ok: false; readonly id: null };

const validate = createValidators(() => ({}))({
  schema: standaloneJsonSchema(ClientFrameSchema, 'input'),
  httpPart: 'body',
});

/** @param text one text frame of a client */
export function readFrame(text: string): ReadFrame {
  const sent = parse(text);
  if (isClientFrame(sent)) return { ok: true, frame: sent };
  const id = idOf(sent);
  if (id === null) return { ok: false, id };
  return { ok: false, id, errors: faultsOf('body', validate.errors ?? []) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The compiler knows that the schema and the type are one: both come from zod. */
function isClientFrame(sent: unknown): sent is ClientFrame {
  return validate(sent);
}

function idOf(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !('type' in sent) || !('id' in sent)) return null;
  return typeof sent.type === 'string' && typeof sent.id === 'string' ? sent.id : null;
}
