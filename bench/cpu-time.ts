import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Milliseconds that a process has kept processors busy until now, to a hundredth of a second; NaN where the system does not tell. */
export function cpuTime(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // after the program's name, which may itself hold spaces
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
  } catch {
    return Number.NaN;
  }
}
