import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The CPU time of a process in milliseconds, with a resolution of 10 ms; NaN where the system does not provide it. */
export function cpuTime(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields start after the program's name, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
  } catch {
    return Number.NaN;
  }
}
