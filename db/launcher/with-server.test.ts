import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { versionLine } from './server/program.ts';

const launcherFile = path.join(import.meta.dirname, 'with-server.mjs');

function withServer(script: string, env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [launcherFile, process.execPath, '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, TEST_DATABASE_SERVER: '', ...env },
  });
}

test('gives the command a server, returns its exit code, and leaves nothing behind', () => {
  const { status, stdout } = withServer('console.log(process.env.TEST_DATABASE_SERVER); process.exit(3)');
  expect(status).toBe(3);
  const [, url = ''] = /^(mysql:.+)$/m.exec(stdout) ?? [];
  const socket = new URL(url).searchParams.get('socketPath') ?? '';
  expect(socket).toMatch(/mysql\.sock$/);
  expect(existsSync(path.dirname(path.dirname(socket)))).toBe(false);
});

test('keeps the server until the interrupted command has ended', async () => {
  const script = `
    const fs = require('node:fs');
    const socket = new URL(process.env.TEST_DATABASE_SERVER).searchParams.get('socketPath');
    process.on('SIGTERM', () => setTimeout(() => {
      console.log('server is there:', fs.existsSync(socket));
      process.exit();
    }, 2000));
    setInterval(() => {}, 1000);
    console.log('ready');
  `;
  const launcher = spawn(process.execPath, [launcherFile, process.execPath, '-e', script], {
    env: { ...process.env, TEST_DATABASE_SERVER: '', npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  launcher.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    if (/^ready/m.test(String(chunk))) launcher.kill('SIGTERM');
  });
  await once(launcher, 'close');
  expect(output).toContain('server is there: true');
});

test('uses an existing server', () => {
  const { status, stdout } = withServer('console.log(process.env.TEST_DATABASE_SERVER)', {
    TEST_DATABASE_SERVER: 'it',
  });
  expect([status, stdout]).toEqual([0, 'it\n']);
});

test('a command that cannot be run fails', () => {
  const env = { ...process.env, TEST_DATABASE_SERVER: 'it' };
  const { status, stderr } = spawnSync(process.execPath, [launcherFile, 'no-such-command'], { encoding: 'utf8', env });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^no-such-command cannot be run: .*\n$/);
});

test('an unknown flavour of server is refused', () => {
  const { status, stderr } = withServer('', { TEST_DATABASE: 'oracle' });
  expect(status).toBe(1);
  expect(stderr).toContain('TEST_DATABASE is “oracle”');
});

test('further servers that the command starts have the requested flavour', () => {
  const flavour = process.env.TEST_DATABASE || 'mariadb';
  const { stdout } = withServer('console.log("runs", process.env.MYSQLD)', { TEST_DATABASE: flavour });
  const [, program = ''] = /^runs (\/.+)$/m.exec(stdout) ?? [];
  const line = versionLine(program);
  expect(line).toContain(' Ver ');
  expect(line?.includes('MariaDB')).toBe(flavour === 'mariadb');
});
