import path from 'node:path';
import { readConfiguration } from './configuration.mjs';
import { installPackages } from './prepare/packages.mjs';
import { loadOrCreateSecret } from './prepare/secret-file.mjs';
import { acquireRunLock } from './processes/run-lock.mjs';
import { runUntilStopped } from './processes/until-stopped.mjs';
import { beginStartStep } from './step-progress.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `npm start`. Everything before the packages are installed is plain JavaScript, for a machine that has only Node.
 * @param {{ env: NodeJS.ProcessEnv, packages?: typeof installPackages, parts?: import('./processes/supervise.ts').Parts, dev?: boolean }} options
 */
export const boot = ({ env, packages = installPackages, parts = {}, dev = false }) =>
  runUntilStopped(async (teardown) => {
    const step = beginStartStep('Configuration');
    const configuration = await readConfiguration(env, root);
    const lock = acquireRunLock(configuration.dataDir);
    await teardown.addOrRun(lock.release);
    const { databaseUrl, dataDir } = configuration;
    const jwtSecret = configuration.jwtSecret ?? loadOrCreateSecret(dataDir, 'jwt-secret');
    const secretsKey =
      configuration.secretsKey ?? (databaseUrl ? undefined : loadOrCreateSecret(dataDir, 'secrets-key'));
    step.done(`data in ${path.relative(process.cwd(), dataDir) || '.'}`);

    await packages(root, beginStartStep('Packages'));
    const { register } = await import('tsx/esm/api');
    register();
    const { supervise } = await import('./processes/supervise.ts');
    const activeParts = dev ? (await import('./dev.ts')).dev : parts;
    const options = {
      configuration: { ...configuration, jwtSecret, ...(secretsKey && { secretsKey }) },
      teardown,
      announce: lock.announce,
    };
    await supervise({ ...options, parts: activeParts });
  });
