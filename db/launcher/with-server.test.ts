import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { versionLine } from './server/program.ts';

function withServer(script: string, env: NodeJS.ProcessEnv = {}) {
  const launcher = path.join(import.meta.dirname, 'with-server.mjs');
  return spawnSync(process.execPath, [launcher, process.execPath, '-e', script], {
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

test('uses an existing server', () => {
  const { status, stdout } = withServer('console.log(process.env.TEST_DATABASE_SERVER)', {
    TEST_DATABASE_SERVER: 'it',
  });
  expect([status, stdout]).toEqual([0, 'it\n']);
});

test('a command that cannot be run fails', () => {
  const launcher = path.join(import.meta.dirname, 'with-server.mjs');
  const env = { ...process.env, TEST_DATABASE_SERVER: 'it' };
  const { status, stderr } = spawnSync(process.execPath, [launcher, 'no-such-command'], { encoding: 'utf8', env });
  expect(status).toBe(1);
  expect(stderr).toContain('no-such-command cannot be run');
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
