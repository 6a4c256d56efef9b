import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import type { Flavour } from './program.ts';

/** The folders for unpacked servers, by flavour. */
export type UnpackedFolders = Record<Flavour, string>;

export type ServerPaths = {
  data: string;
  temporary: string;
  pidFile: string;
  log: string;
  socket: string;
  unpacked: UnpackedFolders;
};

/** The limit of macOS; Linux allows 107 bytes. */
const MAX_SOCKET_PATH_BYTES = 103;

export function serverPaths(dataDir: string): ServerPaths {
  const data = path.join(dataDir, 'mysql');
  return {
    data,
    temporary: path.join(dataDir, 'mariadb-tmp'),
    pidFile: path.join(dataDir, 'mariadb.pid'),
    log: path.join(dataDir, 'mariadb.log'),
    socket: socketFor(data),
    unpacked: unpackedFolders(dataDir),
  };
}

const root = path.resolve(import.meta.dirname, '../../..');

/** Unpacked servers are stored with the project, so that throwaway data folders can share them. */
export const sharedServerFolders = () => unpackedFolders(path.resolve(root, process.env.DATA_DIR || '.data'));

const unpackedFolders = (dataDir: string): UnpackedFolders => ({
  mariadb: path.join(dataDir, 'mariadb'),
  mysql: path.join(dataDir, 'mysql-server'),
});

/** The database's root has no password; other users are kept out because only the owner may enter the socket's folder. */
function socketFor(data: string): string {
  const socketInData = path.join(data, 'mysql.sock');
  if (Buffer.byteLength(socketInData) <= MAX_SOCKET_PATH_BYTES) return socketInData;
  const name = `gazetteer-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
  const temporaryFolder = path.join(os.tmpdir(), name);
  const isShort = Buffer.byteLength(path.join(temporaryFolder, 'mysql.sock')) <= MAX_SOCKET_PATH_BYTES;
  const folder = isShort ? temporaryFolder : path.join('/tmp', name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== os.userInfo().uid || (mode & 0o077) !== 0) {
    throw new Failure(`${folder} belongs to somebody else. Remove it, or set DATA_DIR to a shorter path.`);
  }
  return path.join(folder, 'mysql.sock');
}

/** The flavour of server that created the data directory, recognised by a file that only it creates. */
export function flavourOf(data: string): Flavour | undefined {
  if (existsSync(path.join(data, 'aria_log_control'))) return 'mariadb';
  return existsSync(path.join(data, 'mysql.ibd')) ? 'mysql' : undefined;
}

export function serverUrl(socket: string, database = ''): string {
  return `mysql://root@localhost/${database}?socketPath=${encodeURIComponent(socket)}`;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
