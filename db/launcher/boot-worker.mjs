import path from 'node:path';
import { readWorkerConfiguration } from './configuration.mjs';
import { installPackages } from './packages.mjs';
import { beginStep } from './step-progress.mjs';
import { runUntilStopped } from './until-stopped.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `npm run worker`: an additional worker process on an existing database.
 * @param {{ env: NodeJS.ProcessEnv, packages?: typeof installPackages, command?: string[] }} options
 */
export const bootWorker = ({ env, packages = installPackages, command }) =>
  runUntilStopped(async (teardown) => {
    const configuration = readWorkerConfiguration(env, root);
    await packages(root, beginStep('Worker’s packages'));
    const { register } = await import('tsx/esm/api');
    register();
    const { superviseWorker } = await import('./supervise-worker.ts');
    await superviseWorker({ configuration, teardown, ...(command && { command }) });
  });
