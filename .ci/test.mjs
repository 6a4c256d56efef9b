import { spawn } from 'node:child_process';
import path from 'node:path';
import { installPackages } from '../db/launcher/prepare/packages.mjs';
import { beginStep } from '../db/launcher/step-progress.mjs';
import { findChromium } from '../ui/journeys/find-chromium.mjs';

const root = path.resolve(import.meta.dirname, '..');

// Finds or installs what the suites need, and starts a database server for this run.
await installPackages(root, beginStep('Packages'));
const chromium = await findChromium(beginStep('Chromium'));

const withServer = path.join(root, 'db/launcher/with-server.mjs');
const suites = path.join(root, '.ci/suites.mjs');
const child = spawn(
  process.execPath,
  [withServer, process.execPath, '--import', 'tsx', suites, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
