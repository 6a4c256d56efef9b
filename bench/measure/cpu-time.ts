import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * Returns the CPU time of a process and of all that it has started, with a resolution of 10 ms, or NaN if the system does not provide it.
 * The time of processes that have ended stays with their parent.
 */
export function readCpuTimeMs(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields start after the program's name, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const childrenMs = readChildPids(pid).map((child) => readCpuTimeMs(child) || 0);
    return childrenMs.reduce((sum, each) => sum + each, (ticks / TICKS_PER_SECOND) * 1000);
  } catch {
    return Number.NaN;
  }
}

/** Lists the running processes that a process has started. */
export function readChildPids(pid: number | undefined): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const texts = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
  return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
}
