import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CannotRun, type Reports } from '../options.ts';

const problems: Record<string, string> = {
  EACCES: 'writing there is not allowed',
  EPERM: 'writing there is not allowed',
  EROFS: 'the file system is read-only',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
  ENOENT: 'no folder can be created there',
  EISDIR: 'it is a folder',
};

/** Creates the folders of all reports, so that a run is not in vain. @throws {CannotRun} if one cannot be written */
export function assertWritable(reports: Reports): void {
  for (const [name, file] of Object.entries(reports)) {
    if (file === undefined || file === '-') continue;
    try {
      if (name === 'history') assertFolder(file);
      else assertFile(file);
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException; // Cast: what node:fs throws.
      throw new CannotRun(`--${name} ${file} cannot be written: ${problems[code] ?? message}.`);
    }
  }
}

function assertFolder(folder: string): void {
  makeFolder(folder);
  accessSync(folder, constants.W_OK);
}

/** Creates a folder and those above it one by one, since the recursive way of Node.js never ends where /proc refuses it. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('a file'), { code: 'EEXIST' });
    return;
  }
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function assertFile(file: string): void {
  assertFolder(path.dirname(file));
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  accessSync(file, constants.W_OK);
}

/** Another program may have removed the folder during the run. */
export function writeReport(file: string, text: string): void {
  makeFolder(path.dirname(file));
  writeFileSync(file, text);
}
