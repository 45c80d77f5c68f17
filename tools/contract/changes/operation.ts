/** One operation of an OpenAPI document, as the comparisons of its parts take it. */
import type { Located, Node } from './document.ts';

/** An operation of one document. */
export interface Operation extends Located {
  readonly document: Node;
  /** `POST /v1/tables`, as in the present document if it is there. */
  readonly name: string;
  /** As it is written in this document, with the names of its parameters. */
  readonly path: string;
}
