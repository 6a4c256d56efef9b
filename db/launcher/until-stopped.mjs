import { stopCommands } from './command.mjs';
import { Failure } from './failure.mjs';
import { Teardown } from './teardown.mjs';

/**
 * Does what goes on until somebody stops it, and undoes it then, or when it fails; ends the process.
 * @param {(teardown: Teardown) => Promise<unknown>} work
 */
export async function untilStopped(work) {
  // A closed terminal or pipe must not keep us from stopping what we started.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const teardown = new Teardown();
  teardown.runOnSignals((hurried) => {
    console.log(hurried ? '\nHurrying …' : '\nStopping …');
    stopCommands();
    void teardown.run().then(() => process.exit(0));
  });
  try {
    await work(teardown);
  } catch (error) {
    // What is being stopped fails on its way; that is no news.
    if (teardown.begun) return;
    console.error(error instanceof Failure ? `\nGazetteer cannot run. ${error.message}` : error);
    await teardown.run();
    process.exit(1);
  }
}
