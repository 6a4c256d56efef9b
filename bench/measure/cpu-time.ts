import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Returns the CPU time of a process with a resolution of 10 ms, or NaN if the system does not provide it. */
export function readCpuTimeMs(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields start after the program's name, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
  } catch {
    return Number.NaN;
  }
}
