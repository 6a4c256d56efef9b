import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { register } from 'tsx/esm/api';
import { runUntilStopped } from '../../db/launcher/processes/until-stopped.mjs';
import { beginStep } from '../../db/launcher/step-progress.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** The whole run takes about four minutes. */
const MAX_RUN_MS = 15 * 60_000;

register();
await runUntilStopped(async (teardown) => {
  const { build, service } = await import('../../db/launcher/prepare/build.ts');
  const { assertProgramsInstalled: expectPrograms, tryCluster } = await import('./try-cluster.ts');
  expectPrograms();
  setTimeout(() => {
    console.error(`Not done within ${MAX_RUN_MS / 60_000} minutes.`);
    void teardown.run().then(() => process.exit(1));
  }, MAX_RUN_MS).unref();
  await build(root, beginStep('Build'), [service]);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-cluster-'));
  chmodSync(folder, 0o711);
  if (process.argv.includes('--keep')) console.log(`Files of the run: ${folder}`);
  else await teardown.addOrRun(() => rmSync(folder, { recursive: true, force: true }));
  const { report, broken } = await tryCluster(folder, beginStep('Cluster'), teardown);
  console.log(`\n${report.join('\n\n')}\n`);
  console.log(
    broken.length === 0 ? 'All guarantees held.' : `Broken:\n${broken.map((violation) => `  ${violation}`).join('\n')}`,
  );
  await teardown.run();
  process.exit(broken.length === 0 ? 0 : 1);
});
