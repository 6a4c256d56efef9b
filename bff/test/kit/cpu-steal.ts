import { readFileSync } from 'node:fs';

/** Of all processors until now: ticks that something here wanted, and those of them that the host gave to others. */
export interface Ticks {
  wanted: number;
  withheld: number;
}

/** From the text of proc(5)'s `stat`, whose first line sums all processors up. */
export function toTicks(stat: string): Ticks {
  const [user = 0, nice = 0, system = 0, _idle, _iowait, irq = 0, softirq = 0, steal = 0] = (
    stat.split('\n', 1)[0] ?? ''
  )
    .split(/ +/)
    .slice(1)
    .map(Number);
  return { wanted: user + nice + system + irq + softirq + steal, withheld: steal };
}

function ticksNow(): Ticks {
  try {
    return toTicks(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return { wanted: 0, withheld: 0 };
  }
}

/** The share, from now until it is asked for, of the wanted time of processors that others had: none where the system does not tell. */
export function watchWithheld(now = ticksNow): () => number {
  const before = now();
  return () => {
    const after = now();
    const wanted = after.wanted - before.wanted;
    return wanted > 0 ? (after.withheld - before.withheld) / wanted : 0;
  };
}

/** Milliseconds from now until it is asked, without what was withheld of them: limits are those of a machine of one's own. */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  const withheld = watchWithheld();
  return () => (performance.now() - startedAt) * (1 - withheld());
}
