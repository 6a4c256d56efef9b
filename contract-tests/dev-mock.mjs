import '../db/launcher/prepare/node-version.mjs';
import path from 'node:path';
import { installPackages } from '../db/launcher/prepare/packages.mjs';
import { runUntilStopped } from '../db/launcher/processes/until-stopped.mjs';
import { beginStep } from '../db/launcher/step-progress.mjs';

const root = path.resolve(import.meta.dirname, '..');

// Everything before the packages are installed is plain JavaScript, for a machine that has only Node.
await runUntilStopped(async (teardown) => {
  await installPackages(root, beginStep('Packages'));
  const { register } = await import('tsx/esm/api');
  register();
  const { runDevMock } = await import('./mock/dev/run.ts');
  await runDevMock(root, process.argv.slice(2), teardown);
});
