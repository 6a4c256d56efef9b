import { createRequire } from 'node:module';
import path from 'node:path';
import { Child, PROJECT_ROOT } from './processes/child.ts';
import { startMock } from './processes/prism.ts';
import { createRememberedPreferences, createRememberedViews } from './processes/remembered-answers.ts';
import { stripPrefix } from './processes/strip-prefix.ts';

const port = Number(process.env.MOCK_PORT ?? 4010);
const uiFolder = path.join(PROJECT_ROOT, 'ui');
const viteScript = path.join(
  path.dirname(createRequire(path.join(uiFolder, 'package.json')).resolve('vite/package.json')),
  'bin/vite.js',
);

const mock = await startMock();
const stopForwarding = await stripPrefix(mock.url, port, {
  '/api/v1/views': createRememberedViews({ items: [], roles: [{ id: 2, name: 'editor', displayName: '编辑' }] }),
  '/api/v1/profile/preferences': createRememberedPreferences(),
});
console.log(`The mock listens at http://127.0.0.1:${port}/dc`);

const viteProcess = new Child('vite', [viteScript], {
  cwd: uiFolder,
  env: { ...process.env, DC_TARGET: `http://127.0.0.1:${port}` },
  stdio: 'inherit',
});

let isStopping = false;
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  stopForwarding();
  await Promise.all([viteProcess.stop(), mock.stop()]);
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
viteProcess.process.once('exit', (code) => void stop(code ?? 0));
