/** Prisma's own migration engine, as WASM: what `prisma migrate` would say about a schema and about a database's books. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Pool } from 'pg';

export interface SchemaEngine {
  /** The SQL that makes an empty database match the schema. */
  script(): Promise<string>;
  /** How the database's books differ from the migrations: all empty and `null` when both agree. */
  diagnose(migrations: readonly { readonly name: string; readonly sql: string }[]): Promise<{
    readonly editedMigrationNames: readonly string[];
    readonly failedMigrationNames: readonly string[];
    readonly hasMigrationsTable: boolean;
    readonly history: unknown;
  }>;
}

declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>;
};

const filters = { externalTables: [], externalEnums: [] };

/** @param schema content of schema.prisma */
export async function openSchemaEngine(pool: Pool, schema: string): Promise<SchemaEngine> {
  loaded ??= load();
  await loaded;
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
  const opened = await engine.SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => undefined, adapter);
  return {
    script: async () => {
      const to = { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] } as const;
      const result = await opened.diff({
        from: { tag: 'empty' },
        to: { ...to, files: [...to.files] },
        script: true,
        exitCode: null,
        filters,
      });
      return result.stdout ?? '';
    },
    diagnose: (migrations) =>
      opened.diagnoseMigrationHistory({
        migrationsList: {
          baseDir: '/migrations',
          lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
          shadowDbInitScript: '',
          migrationDirectories: migrations.map(({ name, sql }) => ({
            path: name,
            migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
          })),
        },
        optInToShadowDatabase: false,
        filters,
      }),
  };
}

let loaded: Promise<void> | null = null;

/** The package's own loader needs a bundler. Once for each process: the package keeps views of the memory. */
async function load(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = await readFile(file.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': { ...engine } });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
}
