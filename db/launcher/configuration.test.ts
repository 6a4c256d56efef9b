import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration, readWorkerConfiguration } from './configuration.mjs';
import { findWorkerProblems } from './prepare/machine-problems.mjs';

const secret = 'x'.repeat(32);
const root = path.resolve(import.meta.dirname, '../..');

const read = (env: NodeJS.ProcessEnv) => readConfiguration({ PORT: '0', ...env }, root);

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-configuration-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('without settings, uses the private server and listens only on this machine', async () => {
  const dataDir = path.join(root, '.data');
  expect(await read({})).toEqual({ root, dataDir, host: '127.0.0.1', port: 0, trustProxy: 0 });
});

test('reads all settings', async () => {
  const env = {
    DATABASE_URL: 'mysql://me:secret@db:3307/places',
    DATA_DIR: temporaryFolder(),
    HOST: '0.0.0.0',
    JWT_SECRET: secret,
    SMTP_URL: 'smtp://mail:25',
    TRUST_PROXY: '2',
  };
  expect(await read(env)).toEqual({
    root,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    host: '0.0.0.0',
    jwtSecret: secret,
    port: 0,
    smtpUrl: env.SMTP_URL,
    trustProxy: 2,
  });
});

test('reports all problems at once, one sentence each, without secrets', async () => {
  const env = {
    DATABASE_URL: 'mysql://me:hush@db/places?ssl=true',
    JWT_SECRET: 'hush',
    WORKER: 'no',
    TRUST_PROXY: 'yes',
    DATA_DIR: '/dev/null/data',
  };
  const message = await read(env).then(String, (error: Error) => error.message);
  const lines = message.split('\n').slice(1);
  expect(lines).toEqual([
    expect.stringMatching(/DATABASE_URL .*“ssl”: write tls=true/),
    expect.stringContaining('JWT_SECRET is too short'),
    expect.stringMatching(/TRUST_PROXY .* 0 to 100/),
    expect.stringMatching(/WORKER is “no”: .* 1 .* 0 /),
    expect.stringMatching(/DATA_DIR is \/dev\/null/),
  ]);
  expect(message).not.toContain('hush');
});

test('reports an occupied port before anything is installed', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  // a start that runs in this checkout would hide the problem
  const DATA_DIR = temporaryFolder();
  await expect(read({ DATA_DIR, PORT: String(port) })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
  await expect(read({ DATA_DIR, HOST: '192.0.2.1' })).rejects.toThrow(
    /HOST is “192\.0\.2\.1”, where nothing can listen/,
  );
});

test('reports a cache that npm cannot write, unless all packages are installed', () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'file'), '');
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
  );
  const env = { HOME: path.join(folder, 'file/home') };
  const options = { env, root: folder, dataDir: path.join(folder, '.data') };
  expect(findWorkerProblems(options)).toEqual([expect.stringMatching(/cache in .*file\/home\/\.npm: set HOME/)]);
  expect(findWorkerProblems({ ...options, env: { ...env, npm_config_cache: folder } })).toEqual([]);
  expect(findWorkerProblems({ ...options, root })).toEqual([]);
});

test('reports a path in which the project cannot be built', () => {
  const folder = path.join(temporaryFolder(), "it's");
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: {} }));
  const problems = findWorkerProblems({ env: process.env, root: folder, dataDir: path.join(folder, '.data') });
  expect(problems).toEqual([expect.stringContaining("cannot be built in a path with '")]);
});

test('a worker reads the database and mail settings, with the same checks as a start', () => {
  const mail = { SMTP_URL: 'smtp://mail:25', DATA_DIR: temporaryFolder() };
  expect(readWorkerConfiguration({ ...mail, JWT_SECRET: 'short', PORT: 'http' }, root)).toEqual({
    root,
    dataDir: mail.DATA_DIR,
    smtpUrl: mail.SMTP_URL,
  });
  expect(() => readWorkerConfiguration({ ...mail, DATABASE_URL: 'mysql://db' }, root)).toThrow(/names no database/);
});
