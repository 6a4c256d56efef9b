import { readFileSync } from 'node:fs';

/** CPU time of all processors since boot in ticks. */
export interface Ticks {
  /** The time that processes of this machine wanted to run, including the stolen time. */
  wanted: number;
  /** The part of it that the hypervisor gave to other guests. */
  stolen: number;
}

/** Parses the text of proc(5)'s `stat`, whose first line is the sum of all processors. */
export function parseTicks(stat: string): Ticks {
  const [user = 0, niceTicks = 0, system = 0, _idle, _iowait, irq = 0, softirq = 0, steal = 0] = (
    stat.split('\n', 1)[0] ?? ''
  )
    .split(/ +/)
    .slice(1)
    .map(Number);
  return { wanted: user + niceTicks + system + irq + softirq + steal, stolen: steal };
}

function readSystemTicks(): Ticks {
  try {
    return parseTicks(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return { wanted: 0, stolen: 0 };
  }
}

/** Returns a function that returns the share of CPU time that was stolen since this call, or 0 if the system does not report it. */
export function measureStealShare(readTicks = readSystemTicks): () => number {
  const before = readTicks();
  return () => {
    const after = readTicks();
    const wanted = after.wanted - before.wanted;
    return wanted > 0 ? (after.stolen - before.stolen) / wanted : 0;
  };
}

/** Returns a function that returns the milliseconds since this call minus stolen time, so that time limits hold on shared machines. */
export function startStopwatch(): () => number {
  const startedAt = performance.now();
  const stolenShare = measureStealShare();
  return () => (performance.now() - startedAt) * (1 - stolenShare());
}
