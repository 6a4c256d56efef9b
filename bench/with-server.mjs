import path from 'node:path';
import { installPackages } from '../db/launcher/prepare/packages.mjs';
import { beginStep } from '../db/launcher/step-progress.mjs';

const root = path.resolve(import.meta.dirname, '..');

// Progress goes to stderr, because the command writes its results to stdout.
process.stdout.write = process.stderr.write.bind(process.stderr);
// A server that the environment provides keeps its own settings.
if (!process.env.TEST_DATABASE_SERVER) process.env.BENCH_SERVER_MEMORY = String(3 * 2 ** 30);

await installPackages(root, beginStep('Packages'));
const { register } = await import('tsx/esm/api');
register();
const { build, service } = await import('../db/launcher/prepare/build.ts');
await build(root, beginStep('Build'), [service]);
await import('../db/launcher/with-server.mjs');
