/** The role that may remove games, made in a test's database as an operator makes it. */

import { ARCHIVE_ROLE, MAKE_ARCHIVE_ROLE } from '../../src/adapters/archive-role.ts';
import type { TestDatabase } from './database.ts';

/** Roles belong to the whole server: this one stays there, without any right outside of the tests' databases. */
export async function makeRole({ pool }: TestDatabase): Promise<void> {
  const [create, ...grants] = MAKE_ARCHIVE_ROLE.split('\n');
  await pool.query(`DO $$ BEGIN ${create} EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
  // Grants of a role at once from two tests collide on its row.
  for (let tries = 0; ; tries += 1) {
    try {
      await pool.query(grants.join('\n'));
      return;
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

export const grantRole = (user: string) => `GRANT ${ARCHIVE_ROLE} TO ${user}`;
