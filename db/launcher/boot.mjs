import path from 'node:path';
import { stopCommands } from './command.mjs';
import { readConfiguration } from './configuration.mjs';
import { Failure } from './failure.mjs';
import { keptSecret } from './kept-secret.mjs';
import { installPackages } from './packages.mjs';
import { takeRunLock } from './run-lock.mjs';
import { beginStep } from './say.mjs';
import { Teardown } from './teardown.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Everything `npm start` does. Up to the packages it is plain JavaScript, for a machine that has only Node.
 * @param {{ env: NodeJS.ProcessEnv, packages?: typeof installPackages, parts?: import('./supervise.ts').Parts, dev?: boolean }} options
 */
export async function boot({ env, packages = installPackages, parts = {}, dev = false }) {
  // A closed terminal or pipe must not keep us from stopping what we started.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const teardown = new Teardown();
  teardown.runOnSignals((hurried) => {
    console.log(hurried ? '\nHurrying …' : '\nStopping …');
    stopCommands();
    void teardown.run().then(() => process.exit(0));
  });
  try {
    const step = beginStep('Configuration');
    const configuration = readConfiguration(env, root);
    const lock = takeRunLock(configuration.dataDir);
    await teardown.add(lock.release);
    const jwtSecret = configuration.jwtSecret ?? keptSecret(configuration.dataDir);
    step.done(`data in ${path.relative(process.cwd(), configuration.dataDir) || '.'}`);

    await packages(root, beginStep('Packages'));
    const { register } = await import('tsx/esm/api');
    register();
    const { supervise } = await import('./supervise.ts');
    const chosen = dev ? (await import('./dev.ts')).dev : parts;
    const options = { configuration: { ...configuration, jwtSecret }, teardown, announce: lock.announce };
    await supervise({ ...options, parts: chosen });
  } catch (error) {
    // What is being stopped fails on its way; that is no news.
    if (teardown.begun) return;
    console.error(error instanceof Failure ? `\nGazetteer cannot run. ${error.message}` : error);
    await teardown.run();
    process.exit(1);
  }
}
