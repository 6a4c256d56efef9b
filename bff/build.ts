import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

const [, program, given] = process.argv;
// the tests' own process imports this, and what it was given is not for here
const folder = path.resolve((program === import.meta.filename && given) || path.join(import.meta.dirname, 'dist'));

/** Knex names the drivers of all databases that it knows; they are not there, and never asked for. */
const otherDatabases: Plugin = {
  name: 'other-databases',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\// }, ({ path: name, importer }) =>
      importer.endsWith('/knex/lib/dialects/index.js') && !name.startsWith('./mysql')
        ? { path: name, external: true }
        : undefined,
    );
  },
};

/**
 * What runs in production: a file for each process, one that reads the environment for others, and those that they share or load when they need them, with the packages in
 * them. Outside stay what is compiled for a machine, and what is loaded without an import.
 */
const { outputFiles } = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: {
    main: 'src/main.ts',
    worker: 'src/worker/worker.ts',
    'import-process': 'src/worker/import-process.ts',
    environment: 'src/print-environment.mjs',
    'encrypt-secrets': 'src/encrypt-secrets.ts',
    'after-restore': 'src/after-restore.ts',
  },
  outdir: folder,
  bundle: true,
  splitting: true,
  external: ['@node-rs/argon2', 'iconv-lite', 'pinyin-pro', 'mysql'],
  plugins: [otherDatabases],
  // packages of CommonJS ask for Node's modules by `require`
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Node shows the line where an error was thrown
  lineLimit: 160,
  write: false,
  logLevel: 'error',
});
const outlines = path.join(import.meta.dirname, 'src/entities/place/outlines.gen.bin');
const files = [
  ...outputFiles.map(({ path: file, contents }) => ({ file, contents })),
  { file: path.join(folder, path.basename(outlines)), contents: readFileSync(outlines) },
];
mkdirSync(folder, { recursive: true });
for (const { file, contents } of files) {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, contents);
  // others may be starting from what was there
  renameSync(unfinished, file);
}

const apiDocs = path.join(import.meta.dirname, 'src/http/api-docs.gen');
cpSync(apiDocs, path.join(folder, path.basename(apiDocs)), { recursive: true });

// what runs since before may still ask for its parts
const day = 24 * 3600 * 1000;
const made = new Set(files.map(({ file }) => path.basename(file)));
for (const name of readdirSync(folder).filter((one) => one.endsWith('.js') && !made.has(one))) {
  const old = path.join(folder, name);
  if (Date.now() - statSync(old).mtimeMs > day) rmSync(old, { force: true });
}
