import path from 'node:path';
import { readConfiguration } from './configuration.mjs';
import { keptSecret } from './kept-secret.mjs';
import { installPackages } from './packages.mjs';
import { takeRunLock } from './run-lock.mjs';
import { beginStep } from './say.mjs';
import { untilStopped } from './until-stopped.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Everything `npm start` does. Up to the packages it is plain JavaScript, for a machine that has only Node.
 * @param {{ env: NodeJS.ProcessEnv, packages?: typeof installPackages, parts?: import('./supervise.ts').Parts, dev?: boolean }} options
 */
export const boot = ({ env, packages = installPackages, parts = {}, dev = false }) =>
  untilStopped(async (teardown) => {
    const step = beginStep('Configuration');
    const configuration = await readConfiguration(env, root);
    const lock = takeRunLock(configuration.dataDir);
    await teardown.add(lock.release);
    const { databaseUrl, dataDir } = configuration;
    const jwtSecret = configuration.jwtSecret ?? keptSecret(dataDir, 'jwt-secret');
    const secretsKey = configuration.secretsKey ?? (databaseUrl ? undefined : keptSecret(dataDir, 'secrets-key'));
    step.done(`data in ${path.relative(process.cwd(), dataDir) || '.'}`);

    await packages(root, beginStep('Packages'));
    const { register } = await import('tsx/esm/api');
    register();
    const { supervise } = await import('./supervise.ts');
    const chosen = dev ? (await import('./dev.ts')).dev : parts;
    const options = {
      configuration: { ...configuration, jwtSecret, ...(secretsKey && { secretsKey }) },
      teardown,
      announce: lock.announce,
    };
    await supervise({ ...options, parts: chosen });
  });
