import path from 'node:path';
import { readWorkerConfiguration } from './configuration.mjs';
import { installPackages } from './prepare/packages.mjs';
import { runUntilStopped } from './processes/until-stopped.mjs';
import { beginStep } from './step-progress.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `npm run encrypt-secrets` or `npm run after-restore` on DATABASE_URL, or on the private database in the same DATA_DIR.
 * `program` has its name and its arguments; `command` replaces what is run, for tests.
 * @param {{ env: NodeJS.ProcessEnv, program: string[], packages?: typeof installPackages, command?: string[] }} options
 */
export const bootMaintenance = ({ env, program, packages = installPackages, command }) =>
  runUntilStopped(async (teardown) => {
    const configuration = readWorkerConfiguration(env, root);
    await packages(root, beginStep('Packages'));
    const { register } = await import('tsx/esm/api');
    register();
    const { runMaintenance } = await import('./processes/maintenance.ts');
    const code = await runMaintenance({ configuration, teardown, program, ...(command && { command }) });
    await teardown.run();
    process.exit(code);
  });
