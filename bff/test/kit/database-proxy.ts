import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Line {
  /** The same database at this line's end. */
  through(url: string): string;
  /** Breaks all connections and takes no new ones. */
  cut(): void;
  /** Keeps all connections, but carries nothing. */
  hold(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A line to the database server that can be cut. */
export async function openLine(): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-line-'));
  const here = join(folder, 'line.sock');
  const there = new URL(process.env.TEST_DATABASE_SERVER ?? '').searchParams.get('socketPath') ?? '';
  const ends = new Set<Socket>();
  let state: 'open' | 'cut' | 'held' = 'open';

  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    const far = createConnection(there);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('data', (data) => other.write(data));
      one.on('error', () => one.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
      if (state === 'held') one.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(here, resolve));

  return {
    through: (url) => {
      const moved = new URL(url);
      moved.searchParams.set('socketPath', here);
      return moved.href;
    },
    cut: () => {
      state = 'cut';
      for (const end of ends) end.destroy();
    },
    hold: () => {
      state = 'held';
      for (const end of ends) end.pause();
    },
    mend: () => {
      state = 'open';
      for (const end of ends) end.resume();
    },
    close: async () => {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
