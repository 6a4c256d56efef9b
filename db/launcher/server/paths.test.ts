import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { serverPaths } from './paths.ts';

const MAX_SOCKET_PATH_BYTES = 107;
const longPath = `/${'地'.repeat(30)}/${'x'.repeat(90)}`;

const createdFolders: string[] = [];

function socketOf(dataDir: string): string {
  const { socket } = serverPaths(dataDir);
  if (!socket.startsWith(dataDir)) createdFolders.push(path.dirname(socket));
  return socket;
}

afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of createdFolders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('the socket is in the data directory if the path is short enough', () => {
  expect(socketOf('/data')).toBe('/data/mysql/mysql.sock');
});

test('the socket for a long path is in a temporary folder, the same one each time', () => {
  const socket = socketOf(longPath);
  expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(MAX_SOCKET_PATH_BYTES);
  expect(socketOf(longPath)).toBe(socket);
  expect(socketOf(path.join(longPath, 'another'))).not.toBe(socket);
});

test('a temporary folder whose own path is too long is not used', () => {
  vi.stubEnv('TMPDIR', longPath);
  expect(Buffer.byteLength(socketOf(longPath))).toBeLessThanOrEqual(MAX_SOCKET_PATH_BYTES);
});
