import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';

/** Open files of processes can be listed on Linux only. */
export const canListOpenFiles = platform() === 'linux';

/** Lists the paths of a process's open files. */
export function listOpenFiles(pid: number | 'self' = 'self'): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      // closed meanwhile
      return [];
    }
  });
}

/** Lists the processes that this one has started. */
export const listChildProcesses = (): number[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
