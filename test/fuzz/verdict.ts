/** What must not be, whatever was asked. */
import type { Told } from './ask.ts';
import type { Draft } from './draft.ts';
import { STRANGERS } from './world.ts';

/** @param breaches what the document does not know of this answer, in words */
export function faultsOf(draft: Draft, told: Told, breaches: readonly string[]): readonly string[] {
  const { operation, manner, who, method } = draft;
  if (told.status === null) return ['it was never answered'];
  const succeeded = told.status < 300 && method === operation.method;
  const isStranger = who !== 'somebody who may' && STRANGERS.has(who);
  return [
    ...breaches,
    ...(told.status >= 500 ? ['the service broke'] : []),
    ...(succeeded && operation.needsToken && isStranger ? [`let ${who} in`] : []),
    ...(succeeded ? accepted(draft) : []),
    ...(manner !== 'spoiled' && told.status === 400 && !isBeyondSchemas(told)
      ? ['fits the document and is refused']
      : []),
  ];
}

/** @returns what the document finds wrong with a body that was taken; nothing at all stands for `{}` */
function accepted({ operation, payload }: Draft): readonly string[] {
  if (operation.body === null) return [];
  const body: unknown = payload === null || payload === '' ? {} : JSON.parse(payload);
  return operation.faultsOf(body).map((fault) => `took a body that the document refuses: ${fault}`);
}

/**
 * What a schema cannot say, and the document says in words: how many characters of a name can be seen, and that a cursor
 * and the id of an event come from an answer before.
 */
function isBeyondSchemas({ body }: Told): boolean {
  const { errors = [] }: { readonly errors?: readonly { readonly pointer: string }[] } = JSON.parse(body);
  return errors.length > 0 && errors.every(({ pointer }) => /(\/name|cursor|last-event-id)$/.test(pointer));
}
