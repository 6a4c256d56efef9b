import { createRequire } from 'node:module';
import path from 'node:path';
import { Child, root } from './processes/child.ts';
import { startMock } from './processes/prism.ts';
import { stripPrefix } from './processes/strip-prefix.ts';

const port = Number(process.env.MOCK_PORT ?? 4010);
const ui = path.join(root, 'ui');
const vite = path.join(
  path.dirname(createRequire(path.join(ui, 'package.json')).resolve('vite/package.json')),
  'bin/vite.js',
);

const mock = await startMock();
const close = await stripPrefix(mock.url, port);
console.log(`The mock answers at http://127.0.0.1:${port}/dc`);

const server = new Child('vite', [vite], {
  cwd: ui,
  env: { ...process.env, DC_TARGET: `http://127.0.0.1:${port}` },
  stdio: 'inherit',
});

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  close();
  await Promise.all([server.stop(), mock.stop()]);
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
server.process.once('exit', (code) => void stop(code ?? 0));
