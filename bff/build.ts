import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

// What runs in production: a file for each process. Packages stay where they are installed.
const { outputFiles } = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: { main: 'src/main.ts', worker: 'src/worker/worker.ts' },
  outdir: 'dist',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  write: false,
  logLevel: 'error',
});
for (const { path: file, contents } of outputFiles) {
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(unfinished, contents);
  // others may be starting from what was there
  renameSync(unfinished, file);
}
