import { spawn } from 'node:child_process';
import { existsSync, watchFile } from 'node:fs';
import path from 'node:path';
import { npmCommand } from './command.mjs';
import { npm } from './prepare/build.ts';
import type { Overrides } from './processes/supervise.ts';

const builtUi = path.resolve(import.meta.dirname, '../../ui/dist');

/** Where Vite finds the service: at the address that HOST names, unless it stands for all addresses. */
export function serviceAddress({ HOST, PORT }: NodeJS.ProcessEnv): string {
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 8080}`;
}

/**
 * `npm run dev`: the service restarts when its files change, including files generated from the contract, and Vite serves the
 * ui from its sources.
 */
export const devOverrides: Overrides = {
  bffCommand: [process.execPath, '--watch', '--watch-preserve-output', '--import', 'tsx', 'bff/src/main.ts'],
  // A checkout that was never built has only the ui that Vite serves.
  env: { NODE_ENV: 'development', UI_DIST: existsSync(path.join(builtUi, 'index.html')) ? builtUi : '' },
  async build(root, step) {
    step.phase('generating code from the contract');
    await npm(root, ['run', 'generate'], step);
    const [command, ...args] = npmCommand();
    const env = { ...process.env, DC_TARGET: serviceAddress(process.env) };
    const vite = spawn(command, [...args, 'exec', '-w', 'ui', '--', 'vite'], { cwd: root, stdio: 'inherit', env });
    process.on('exit', () => vite.kill());
    watchFile(path.join(root, 'openapi.yaml'), { interval: 500, persistent: false }, () =>
      spawn(command, [...args, 'run', '-s', 'generate'], { cwd: root, stdio: 'inherit' }),
    );
    step.done('Vite serves the ui from its sources');
  },
};
