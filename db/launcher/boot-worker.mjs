import path from 'node:path';
import { readWorkerConfiguration } from './configuration.mjs';
import { installPackages } from './prepare/packages.mjs';
import { runUntilStopped } from './processes/until-stopped.mjs';
import { beginStep } from './step-progress.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `npm run worker`: an additional worker process on an existing database.
 * @param {{ env: NodeJS.ProcessEnv, packages?: typeof installPackages, command?: string[] }} options
 */
export const bootWorker = ({ env, packages = installPackages, command }) =>
  runUntilStopped(async (teardown) => {
    const configuration = readWorkerConfiguration(env, root);
    await packages(root, beginStep('Packages'));
    const { register } = await import('tsx/esm/api');
    register();
    const { superviseWorker } = await import('./processes/supervise-worker.ts');
    await superviseWorker({ configuration, teardown, ...(command && { command }) });
  });
