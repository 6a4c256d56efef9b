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
 * @param {{ env: NodeJS.ProcessEnv, packages?: typeof installPackages, overrides?: import('./processes/supervise.ts').Overrides, dev?: boolean }} options
 */
export const boot = ({ env, packages = installPackages, overrides = {}, dev = false }) =>
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
    const activeOverrides = dev ? (await import('./dev.ts')).devOverrides : overrides;
    const options = {
      configuration: { ...configuration, jwtSecret, ...(secretsKey && { secretsKey }) },
      teardown,
      announce: lock.announce,
    };
    await supervise({ ...options, overrides: activeOverrides });
  });
