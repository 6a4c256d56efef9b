import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CannotRun, type Reports } from '../options.ts';

const problems: Record<string, string> = {
  EACCES: 'writing there is not allowed',
  EPERM: 'writing there is not allowed',
  EROFS: 'the file system is read-only',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
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
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
}

function assertFile(file: string): void {
  assertFolder(path.dirname(file));
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  accessSync(file, constants.W_OK);
}

/** Another program may have removed the folder during the run. */
export function writeReport(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
