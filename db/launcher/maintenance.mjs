import './prepare/node-version.mjs';
import path from 'node:path';

const { readWorkerConfiguration } = await import('./configuration.mjs');
const { installPackages } = await import('./prepare/packages.mjs');
const { beginStep } = await import('./step-progress.mjs');
const { runUntilStopped } = await import('./processes/until-stopped.mjs');

const root = path.resolve(import.meta.dirname, '../..');

// `npm run encrypt-secrets` and `npm run after-restore` work on DATABASE_URL, or on the private database in the same DATA_DIR.
await runUntilStopped(async () => {
  const configuration = readWorkerConfiguration(process.env, root);
  await installPackages(root, beginStep('Packages'));
  const { register } = await import('tsx/esm/api');
  register();
  const { runMaintenance } = await import('./processes/supervise-worker.ts');
  process.exit(await runMaintenance(configuration, process.argv.slice(2)));
});
