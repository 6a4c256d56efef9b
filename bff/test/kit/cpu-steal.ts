import { readFileSync } from 'node:fs';

/** Ticks of all processors since boot: those that programs here wanted, and those of them that the hypervisor gave to other guests. */
export interface Ticks {
  wanted: number;
  stolen: number;
}

/** Parses the text of proc(5)'s `stat`, whose first line is the sum of all processors. */
export function toTicks(stat: string): Ticks {
  const [user = 0, niceTicks = 0, system = 0, _idle, _iowait, irq = 0, softirq = 0, steal = 0] = (
    stat.split('\n', 1)[0] ?? ''
  )
    .split(/ +/)
    .slice(1)
    .map(Number);
  return { wanted: user + niceTicks + system + irq + softirq + steal, stolen: steal };
}

function ticksNow(): Ticks {
  try {
    return toTicks(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return { wanted: 0, stolen: 0 };
  }
}

/** Returns a function that answers which share of the wanted processor time was stolen since this call; 0 where the system has no figures. */
export function watchSteal(readTicks = ticksNow): () => number {
  const before = readTicks();
  return () => {
    const after = readTicks();
    const wanted = after.wanted - before.wanted;
    return wanted > 0 ? (after.stolen - before.stolen) / wanted : 0;
  };
}

/** Returns a function that answers the milliseconds since this call without stolen time, so that time limits hold on shared machines. */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  const stolenShare = watchSteal();
  return () => (performance.now() - startedAt) * (1 - stolenShare());
}
