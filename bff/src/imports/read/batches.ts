/** What is there of a stream, and the stream with it: `rest` has begun, so that ending it ends the source, read on or not. */
export interface Collected<T> {
  first: T[];
  rest: AsyncGenerator<T[]>;
}

/** Reads until at least `count` items are there, or all. */
export async function collect<T>(batches: AsyncGenerator<T[]>, count: number): Promise<Collected<T>> {
  const first: T[] = [];
  while (first.length < count) {
    const next = await batches.next();
    if (next.done) break;
    first.push(...next.value);
  }
  const rest = resumed(first, batches);
  await rest.next();
  return { first, rest };
}

async function* resumed<T>(first: T[], batches: AsyncGenerator<T[]>): AsyncGenerator<T[]> {
  try {
    // not one of the batches: up to here a generator has to come for its `finally` to count
    yield [];
    yield first;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}
