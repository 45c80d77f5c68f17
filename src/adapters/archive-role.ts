/** The one database role that may delete events (decision 9): how it is made, and why it cannot be used. */
import pg from 'pg';
import { ArchiveRefused } from '../ports/archive.ts';

export const ARCHIVE_ROLE = 'dalmuti_archive';

/** Tables that hold what belongs to one game and goes with it. */
export const GAME_TABLES = ['game_events', 'game_snapshots', 'game_wakes', 'game_seeds'] as const;

/** What an operator runs once, in the service's database; docs/OPERATIONS.md tells the same. */
export const MAKE_ARCHIVE_ROLE = `CREATE ROLE ${ARCHIVE_ROLE} NOLOGIN;
GRANT USAGE ON SCHEMA public TO ${ARCHIVE_ROLE};
GRANT SELECT (game_id), DELETE ON ${GAME_TABLES.join(', ')} TO ${ARCHIVE_ROLE};`;

/** The part of a client that is needed here. */
export interface Session {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** Makes the role where nobody else can: in the embedded database, whose only user is its superuser. */
export async function makeArchiveRole(session: Session): Promise<void> {
  const { rows } = await session.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ARCHIVE_ROLE]);
  if (rows.length === 0) await session.query(MAKE_ARCHIVE_ROLE);
}

/**
 * From here to the end of the transaction the session is the role.
 * @throws ArchiveRefused when there is no such role, or the session's user is no member of it
 */
export async function becomeArchiveRole(session: Session): Promise<void> {
  try {
    await session.query(`SET LOCAL ROLE ${ARCHIVE_ROLE}`);
  } catch (error) {
    throw refusal(error);
  }
}

/** @throws ArchiveRefused when the role lacks a right that it needs here */
export async function mustHaveRights(session: Session): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
      WHERE NOT has_schema_privilege('public', 'USAGE')
         OR NOT (has_table_privilege(name, 'DELETE') AND has_column_privilege(name, 'game_id', 'SELECT'))`,
    [[...GAME_TABLES]],
  );
  if (rows.length > 0) {
    throw noRights(rows.map(({ name }) => name).join(', '));
  }
}

/** What an error of the server means for whoever wants to remove a game; any other error comes back as it is. */
function refusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  // SET ROLE says 22023 for a role that does not exist, 42501 for one that is not the user's.
  if (error.code === '22023') {
    return new ArchiveRefused(
      'archive_role_missing',
      `Finished games are removed by the database role ${ARCHIVE_ROLE}, and there is none. Run once in this database, as a superuser or as the owner of its tables:\n\n${MAKE_ARCHIVE_ROLE}\n${grantMembership}\n`,
      { cause: error },
    );
  }
  if (error.code === '42501') {
    return new ArchiveRefused(
      'archive_role_denied',
      `The user who is connected may not act as ${ARCHIVE_ROLE}. Run as a superuser, or name another user in ARCHIVE_DATABASE_URL:\n\n${grantMembership}\n`,
      { cause: error },
    );
  }
  return error;
}

const grantMembership = `GRANT ${ARCHIVE_ROLE} TO "the user";`;

function noRights(tables: string): ArchiveRefused {
  return new ArchiveRefused(
    'archive_role_rights',
    `The role ${ARCHIVE_ROLE} lacks rights in this database (${tables}). Run once, as the owner of its tables:\n\n${MAKE_ARCHIVE_ROLE.split('\n').slice(1).join('\n')}\n`,
  );
}
