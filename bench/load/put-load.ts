import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { Load, Outcome, Step } from './plan.ts';

/** The versions of updated records, which the next update must send. */
const versions = new Map<number, number>();

/** Runs a load: every connection sends its next request after the response and a pause. Throws at an error response. */
export async function putLoad({ host, port, connections, milliseconds, lanes, tokens, pause }: Load): Promise<Outcome> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(host, port)));
  const took: number[] = [];
  const begin = performance.now();
  const end = begin + milliseconds;
  const goRound = async (connection: Connection, at: number) => {
    const lane = lanes[at % lanes.length] ?? [];
    const token = tokens[at % tokens.length] ?? '';
    // Connections of the same lane start at different requests.
    const offset = Math.floor((Math.floor(at / lanes.length) * lane.length * lanes.length) / connections);
    // Pauses are spread evenly from zero to twice the average, so that connections do not synchronise.
    const look = () => pause && wait(Math.random() * 2 * pause);
    for (let n = offset; ; n++) {
      await look();
      if (performance.now() >= end) return;
      const step = lane[n % lane.length];
      if (!step) throw new Error('a lane of a load is empty');
      const sent = performance.now();
      await perform(connection, step, token);
      took.push(performance.now() - sent);
    }
  };
  try {
    await Promise.all(open.map(goRound));
  } finally {
    for (const connection of open) connection.close();
  }
  return { took, elapsed: performance.now() - begin };
}

async function perform(connection: Connection, { method, path, record, bodies }: Step, token: string): Promise<void> {
  const version = record && (versions.get(record.id) ?? record.version);
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
  if (record) versions.set(record.id, Number(answer.etag));
}
