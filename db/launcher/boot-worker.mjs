import path from 'node:path';
import { readWorkerConfiguration } from './configuration.mjs';
import { installPackages } from './packages.mjs';
import { beginStep } from './say.mjs';
import { untilStopped } from './until-stopped.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Everything `npm run worker` does: one more process that works on a database which is there already.
 * @param {{ env: NodeJS.ProcessEnv, packages?: typeof installPackages, command?: string[] }} options
 */
export const bootWorker = ({ env, packages = installPackages, command }) =>
  untilStopped(async (teardown) => {
    const configuration = readWorkerConfiguration(env, root);
    await packages(root, beginStep('Worker’s packages'));
    const { register } = await import('tsx/esm/api');
    register();
    const { superviseWorker } = await import('./supervise-worker.ts');
    await superviseWorker({ configuration, teardown, ...(command && { command }) });
  });
