import { once } from 'node:events';
import { addAbortSignal, Readable } from 'node:stream';
import type { Crud } from '#crud/model.ts';
import { Problem } from '#http/problem.ts';
import { type SnapshotWish, snapshotLines } from './snapshot.ts';

export interface SnapshotLimits {
  /** How many may be under way in this process: each holds a connection. */
  most: number;
  /** Milliseconds until one is broken off: as long as it runs, the database keeps all that is changed meanwhile. */
  longest: number;
}

const usual: SnapshotLimits = { most: 2, longest: 600_000 };
const retryAfter = 30;

/** Opens snapshots as streams; throws `busy` while the most are under way. */
export function snapshotStreams(crud: Pick<Crud, 'db' | 'entities'>, { most, longest } = usual) {
  let running = 0;
  return async (wish: SnapshotWish): Promise<Readable> => {
    if (running >= most) throw new Problem('busy', { retryAfter });
    running++;
    const stream = Readable.from(snapshotLines(crud, wish));
    // comes after the connection was given back
    stream.once('close', () => running--);
    // who sends it hears of errors, but may have given up before
    stream.on('error', () => undefined);
    addAbortSignal(AbortSignal.timeout(longest), stream);
    // what fails before the first line can still be answered
    await once(stream, 'readable');
    return stream;
  };
}
