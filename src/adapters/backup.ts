/** The whole database as lines of JSON, and back: the same on a Postgres server and on the embedded database. */
import type pg from 'pg';
import { BackupRefused } from '../ports/backup.ts';
import type { Database } from './database.ts';

/** All tables, each after those that it refers to; a player's owner before the player. */
export const TABLES: readonly { readonly name: string; readonly order?: string }[] = [
  { name: 'players', order: 'owner_id NULLS FIRST' },
  { name: 'player_identities' },
  { name: 'admin_scopes' },
  { name: 'admin_audit' },
  { name: 'bot_tokens' },
  { name: 'refresh_tokens' },
  { name: 'device_codes' },
  { name: 'revocations' },
  { name: 'signing_keys' },
  { name: 'lobby_tables' },
  { name: 'table_seats' },
  { name: 'table_removals' },
  { name: 'invitations' },
  { name: 'match_tickets' },
  { name: 'game_seeds' },
  { name: 'game_events' },
  { name: 'game_snapshots' },
  { name: 'game_players' },
  { name: 'game_wakes' },
];

const FORMAT = 1;
/** Rows that are in memory at once. */
const ROWS = 200;

/**
 * One consistent state, while the service goes on. The service's secret is not part of it.
 * @returns lines without line breaks: a header, `["table",{row}]` for each row, and `["end",rows]`
 */
export async function* backupLines({ pool }: Database): AsyncGenerator<string, void, undefined> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    yield JSON.stringify({ dalmuti: 'backup', format: FORMAT, migrations: await migrationsOf(client) });
    let rows = 0;
    for (const { name, order } of TABLES) {
      const orderBy = order === undefined ? '' : `ORDER BY ${order}`;
      await client.query(
        `DECLARE backup NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS text FROM ${name} AS t ${orderBy}`,
      );
      for (;;) {
        const page = await client.query<{ text: string }>(`FETCH ${ROWS} FROM backup`);
        for (const { text } of page.rows) yield `["${name}",${text}]`;
        rows += page.rows.length;
        if (page.rows.length < ROWS) break;
      }
      await client.query('CLOSE backup');
    }
    yield `["end",${rows}]`;
  } finally {
    await end(client);
  }
}

/** Without COMMIT nothing has happened. The embedded database has one session, so that closing the connection would end nothing. */
async function end(client: pg.PoolClient): Promise<void> {
  const isBroken = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  client.release(isBroken);
}

/**
 * Fills an empty database of the same release, all or nothing.
 * @param operatorId the one player whom the schema brings
 * @returns how many rows
 * @throws BackupRefused for a database that is not empty, a backup of another release, and a file that is cut off
 */
export async function restoreLines(
  { pool }: Database,
  lines: AsyncIterable<string>,
  operatorId: string,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // The operator comes with the schema, and with the backup.
    await client.query('DELETE FROM players WHERE id = $1', [operatorId]);
    await demandEmpty(client);
    const rows = await insertAll(client, lines);
    await client.query('COMMIT');
    return rows;
  } finally {
    await end(client);
  }
}

async function insertAll(client: pg.PoolClient, lines: AsyncIterable<string>): Promise<number> {
  let isHeader = true;
  let rows = 0;
  let isWhole = false;
  let batch: { readonly table: string; readonly texts: string[] } | null = null;
  const flush = async () => {
    if (batch !== null) await insert(client, batch.table, batch.texts);
    batch = null;
  };
  for await (const line of lines) {
    if (isHeader) {
      demandSameRelease(line, await migrationsOf(client));
      isHeader = false;
      continue;
    }
    const [, table = '', text = ''] = /^\["(\w+)",(.*)\]$/.exec(line) ?? [];
    if (table === 'end') {
      await flush();
      if (Number(text) !== rows) throw new BackupRefused(`The file has ${rows} rows and should have ${text}.`);
      isWhole = true;
      break;
    }
    if (!TABLES.some(({ name }) => name === table))
      throw new BackupRefused('The file has a line that is no row of a table.');
    if (batch !== null && (batch.table !== table || batch.texts.length === ROWS)) await flush();
    batch ??= { table, texts: [] };
    batch.texts.push(text);
    rows += 1;
  }
  if (!isWhole) throw new BackupRefused('The file is cut off: it has no last line.');
  return rows;
}

/** @param texts rows as JSON, which is passed on as it is: numbers and the text of events keep every digit */
async function insert(client: pg.PoolClient, table: string, texts: readonly string[]): Promise<void> {
  const sql = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`;
  await client.query(sql, [`[${texts.join(',')}]`]);
}

async function migrationsOf(client: pg.PoolClient): Promise<readonly string[]> {
  const sql = 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name';
  return (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
}

async function demandEmpty(client: pg.PoolClient): Promise<void> {
  for (const { name } of TABLES) {
    const { rows } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rows.length > 0)
      throw new BackupRefused(`The database is not empty: ${name} has rows. Restore into a new one.`);
  }
}

function demandSameRelease(header: string, migrations: readonly string[]): void {
  const read = parsed(header);
  if (read?.dalmuti !== 'backup' || read.format !== FORMAT) {
    throw new BackupRefused('This is no backup that this release reads.');
  }
  if (JSON.stringify(read.migrations) !== JSON.stringify(migrations)) {
    throw new BackupRefused(
      'The backup is of a release with another schema. Restore it with that release, then start the new one.',
    );
  }
}

function parsed(text: string): { dalmuti?: unknown; format?: unknown; migrations?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
