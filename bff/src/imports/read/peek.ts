/** The beginning of a stream, and the stream from its beginning on; `close` ends it where it is not read on. */
export interface Peeked {
  head: Buffer;
  bytes: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Reads at least `size` bytes ahead, or all that there are. */
export async function peek(bytes: AsyncIterable<Buffer>, size: number): Promise<Peeked> {
  const rest = bytes[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let length = 0;
  while (length < size) {
    const next = await rest.next();
    if (next.done) break;
    read.push(next.value);
    length += next.value.length;
  }
  const close = async () => {
    await rest.return?.();
  };
  return { head: Buffer.concat(read), bytes: resumed(read, rest, close), close };
}

async function* resumed(read: Buffer[], rest: AsyncIterator<Buffer>, close: () => Promise<void>) {
  try {
    for (let next = read.shift(); next; next = read.shift()) yield next;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await close();
  }
}
