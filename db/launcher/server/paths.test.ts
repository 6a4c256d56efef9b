import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { serverPaths } from './paths.ts';

const longestSocket = 107;
const long = `/${'地'.repeat(30)}/${'x'.repeat(90)}`;

const made: string[] = [];

function socketOf(dataDir: string): string {
  const { socket } = serverPaths(dataDir);
  if (!socket.startsWith(dataDir)) made.push(path.dirname(socket));
  return socket;
}

afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('a socket lies with its data where the path is short enough', () => {
  expect(socketOf('/data')).toBe('/data/mysql/mysql.sock');
});

test('a socket of a long path lies in a temporary folder, the same one each time', () => {
  const socket = socketOf(long);
  expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(longestSocket);
  expect(socketOf(long)).toBe(socket);
  expect(socketOf(path.join(long, 'another'))).not.toBe(socket);
});

test('a temporary folder whose own path is too long is not used', () => {
  vi.stubEnv('TMPDIR', long);
  expect(Buffer.byteLength(socketOf(long))).toBeLessThanOrEqual(longestSocket);
});
