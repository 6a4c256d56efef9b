import { createServer as createNetServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createServer, type ViteDevServer } from 'vite';
import { Failure } from '../../../db/launcher/failure.mjs';
import { npm } from '../../../db/launcher/prepare/build.ts';
import type { Teardown } from '../../../db/launcher/processes/teardown.mjs';
import { beginStep } from '../../../db/launcher/step-progress.mjs';
import { contractFile, readContract } from '../../contract/contract.ts';
import { createMock, type Mock } from '../mock.ts';
import { createListener } from '../server.ts';
import { mockPlugin } from './plugin.ts';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 5173;

/** Serves the console from its sources, with the mock behind it, and follows changes of both and of the contract. */
export async function runDevMock(root: string, args: string[], teardown: Teardown): Promise<void> {
  const port = readPort(args);
  await assertFree(port);
  const step = beginStep('Mock');
  step.phase('generating code from the contract');
  await npm(root, ['run', '-s', 'generate'], step);
  step.phase('reading the contract and the starter set');
  let mock = await createMock(readContract());
  const vite = await startVite(root, port, () => mock);
  await teardown.addOrRun(() => vite.close());
  const reload = async () => {
    mock = await createMock(readContract({ fresh: true }), mock.data);
  };
  followContract(root, vite, reload);
  step.done('ready');
  console.log(`
  Console    http://127.0.0.1:${port}
  API        http://127.0.0.1:${port}/dc, described at http://127.0.0.1:${port}/docs
  Accounts   admin, editor, reviewer, viewer; the password of each is gazetteer-demo

  Everything is in memory and forgotten with Ctrl-C.
`);
}

function readPort(args: string[]): number {
  const { values } = parseArgs({ args, options: { port: { type: 'string', default: String(DEFAULT_PORT) } } });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Failure(`--port ${values.port} is no port; write a number from 1 to 65535.`);
  return port;
}

/** @throws Failure if something listens at the port, before anything else is done */
async function assertFree(port: number): Promise<void> {
  const probe = createNetServer();
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    probe.once('error', resolve);
    probe.listen(port, HOST, () => probe.close(() => resolve(undefined)));
  });
  if (error?.code === 'EADDRINUSE')
    throw new Failure(
      `Port ${port} is taken. Stop what uses it, or choose another one: npm run dev:mock -- --port ${port + 1}`,
    );
  if (error) throw error;
}

async function startVite(root: string, port: number, currentMock: () => Mock): Promise<ViteDevServer> {
  const ui = path.join(root, 'ui');
  // the router's plugin writes the tree of routes below the working directory
  process.chdir(ui);
  const vite = await createServer({
    root: ui,
    configFile: path.join(ui, 'vite.config.ts'),
    plugins: [mockPlugin(root, createListener(currentMock))],
    clearScreen: false,
    server: { host: HOST, port, strictPort: true },
  });
  await vite.listen();
  return vite;
}

/** Generates code anew when the contract changes, and then reloads the mock and the page. */
function followContract(root: string, { watcher, ws }: ViteDevServer, reload: () => Promise<void>): void {
  let [isRunning, isChangedAgain] = [false, false];
  async function update(): Promise<void> {
    const step = beginStep('openapi.yaml');
    step.phase('generating code from the changed contract');
    try {
      await npm(root, ['run', '-s', 'generate', '-w', 'ui'], step);
      await reload();
      ws.send({ type: 'full-reload' });
      step.done('the mock and the page have the changed contract');
      // the pages below /docs
      await npm(root, ['run', '-s', 'generate', '-w', 'bff'], step);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      console.error(`\n${message}\nThe mock goes on with the contract as it was.`);
      ws.send({ type: 'error', err: { message, stack: '' } });
    }
  }
  async function updateUntilCurrent(): Promise<void> {
    isRunning = true;
    do {
      isChangedAgain = false;
      await update();
    } while (isChangedAgain);
    isRunning = false;
  }
  watcher.add(contractFile);
  watcher.on('change', (file) => {
    if (path.resolve(file) !== contractFile) return;
    if (isRunning) isChangedAgain = true;
    else void updateUntilCurrent();
  });
}
