import { cpSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** Knex refers to drivers of other databases, which are not installed and never loaded. */
const otherDrivers = ['better-sqlite3', 'mariadb', 'mysql', 'oracledb', 'pg', 'pg-query-stream', 'sqlite3', 'tedious'];

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, 'dist'));

// Builds `dist/migrate.js`, which migrates a database where only production packages are installed.
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: { migrate: 'migrate.ts' },
  outdir: folder,
  bundle: true,
  external: [...otherDrivers, '@node-rs/argon2', 'iconv-lite'],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'error',
});
cpSync(path.join(import.meta.dirname, 'seeds/data'), path.join(folder, 'data'), { recursive: true });
