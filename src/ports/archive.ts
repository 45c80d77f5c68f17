/** Finished games on their way out of the database: which there are, where their documents lie, and who may remove them. */

export interface FinishedGame {
  readonly gameId: string;
  /** Of its last event, `gameEnded`. */
  readonly version: number;
  readonly endedAt: Date;
}

export interface FinishedGames {
  /**
   * Games that ended at `by` or before and that no table needs any more, in the order in which they ended.
   * @param after where the page before stopped, `null` for the first one
   */
  list(by: Date, after: FinishedGame | null, limit: number): Promise<readonly FinishedGame[]>;
  /** Whether games may be removed at all. @throws ArchiveRefused */
  mayRemove(): Promise<void>;
  /**
   * Takes events, snapshot, wake and seed of a game away, all or none.
   * @returns `false` when nothing was there any more
   * @throws ArchiveRefused
   */
  remove(game: FinishedGame): Promise<boolean>;
}

/** Where documents are kept. */
export interface DocumentStore {
  /** For people: the folder, or `s3://bucket/prefix`. */
  readonly place: string;
  /**
   * Keeps a document for good: when this resolves it has been read back, and a crash does not lose it.
   * @param name relative, with `/` between folders
   * @returns `other` when something else lies under that name, which stays as it is
   * @throws what the disk or the store says
   */
  keep(name: string, text: string): Promise<'kept' | 'there' | 'other'>;
}

/** A store for documents: what `dalmuti archive --to` names, with what it takes to get in. */
export type Place =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Without slashes at its ends; may be empty. */
      readonly prefix: string;
      readonly endpoint: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Of temporary keys; `null` for lasting ones. */
      readonly sessionToken: string | null;
    };

export type ArchiveRefusal = 'archive_role_missing' | 'archive_role_denied' | 'archive_role_rights';

/** Nothing can be removed here; the message tells what an operator runs about it. */
export class ArchiveRefused extends Error {
  readonly code: ArchiveRefusal;
  constructor(code: ArchiveRefusal, message: string, options?: ErrorOptions) {
    super(`${code}: ${message}`, options);
    this.name = 'ArchiveRefused';
    this.code = code;
  }
}

/** A document was written and reads back otherwise, or the store answers nonsense: nothing was removed. */
export class StoreFault extends Error {
  readonly code = 'archive_store_fault';
  constructor(message: string, options?: ErrorOptions) {
    super(`archive_store_fault: ${message}`, options);
    this.name = 'StoreFault';
  }
}
