import { stopInstallCommands } from '../command.mjs';
import { Failure } from '../failure.mjs';
import { Teardown } from './teardown.mjs';

/**
 * Runs work until it is interrupted or fails, then tears down and exits.
 * @param {(teardown: Teardown) => Promise<unknown>} work
 */
export async function runUntilStopped(work) {
  // A closed terminal or pipe must not prevent the teardown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const teardown = new Teardown();
  teardown.runOnSignals((hurried) => {
    console.log(hurried ? '\nHurrying …' : '\nStopping …');
    stopInstallCommands();
    void teardown.run().then(() => process.exit(0));
  });
  try {
    await work(teardown);
  } catch (error) {
    // Work that is being stopped fails, which needs no report.
    if (teardown.hasStarted) return;
    console.error(error instanceof Failure ? `\nGazetteer cannot run. ${error.message}` : error);
    await teardown.run();
    process.exit(1);
  }
}
