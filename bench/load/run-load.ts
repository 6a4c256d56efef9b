import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { Load, LoadRequest, Outcome } from './plan.ts';

/** The current versions of updated records by id, which the next update must send. */
const versionById = new Map<number, number>();

/** Runs a load: every connection sends its next request after the response and a pause. Throws at an error response. */
export async function runLoad({
  host,
  port,
  connections,
  durationMs,
  requestSequences,
  tokens,
  averagePauseMs,
}: Load): Promise<Outcome> {
  const openConnections = await Promise.all(Array.from({ length: connections }, () => Connection.open(host, port)));
  const responseTimes: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;
  const runSequence = async (connection: Connection, index: number) => {
    const sequence = requestSequences[index % requestSequences.length] ?? [];
    const token = tokens[index % tokens.length] ?? '';
    // Connections of the same sequence start at different requests.
    const offset = Math.floor(
      (Math.floor(index / requestSequences.length) * sequence.length * requestSequences.length) / connections,
    );
    // Pauses are spread evenly from zero to twice the average, so that connections do not synchronize.
    const waitForPause = () => averagePauseMs && wait(Math.random() * 2 * averagePauseMs);
    for (let n = offset; ; n++) {
      await waitForPause();
      if (performance.now() >= endsAt) return;
      const step = sequence[n % sequence.length];
      if (!step) throw new Error('A sequence of the load is empty.');
      const sentAt = performance.now();
      await sendStep(connection, step, token);
      responseTimes.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(openConnections.map(runSequence));
  } finally {
    for (const connection of openConnections) connection.close();
  }
  return { responseTimes, elapsedMs: performance.now() - startedAt };
}

async function sendStep(
  connection: Connection,
  { method, path, record, bodies }: LoadRequest,
  token: string,
): Promise<void> {
  const version = record && (versionById.get(record.id) ?? record.version);
  const body = bodies?.[(version ?? 0) % 2 === 0 ? 0 : 1] ?? '';
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...['Host: 127.0.0.1', 'Accept-Encoding: identity', `Authorization: Bearer ${token}`],
    ...(version === undefined ? [] : [`If-Match: "${version}"`]),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  const answer = await connection.send(`${head.join('\r\n')}\r\n\r\n${body}`);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
  if (record) versionById.set(record.id, Number(answer.etag));
}
