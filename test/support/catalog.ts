/** What a database's own catalog says of its tables, in a form that two databases can be compared by. */
import type { Pool } from 'pg';

export interface Catalog {
  readonly columns: readonly string[];
  readonly constraints: readonly string[];
  readonly indexes: readonly string[];
}

/** Without the table in which migrations are recorded. */
export async function readCatalog(pool: Pool): Promise<Catalog> {
  const list = async (sql: string) => (await pool.query<{ line: string }>(sql)).rows.map(({ line }) => line).sort();
  return {
    columns: await list(`
      SELECT concat_ws(' ', class.relname, attname, format_type(atttypid, atttypmod),
                       CASE WHEN attnotnull THEN 'not null' END, 'default ' || pg_get_expr(adbin, adrelid)) AS line
        FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
         AND attnum > 0 AND NOT attisdropped`),
    constraints: await list(`
      SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid <> '_prisma_migrations'::regclass`),
    indexes: await list(`
      SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`),
  };
}
