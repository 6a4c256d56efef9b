import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { airportsOf, anyAirports, searchedAirports } from './airport-pages.ts';
import { answer } from './answer.ts';
import { openPool } from './database.ts';
import { feedPage } from './feed-page.ts';
import { keepCounts } from './kept.ts';
import { logPage } from './log-page.ts';
import { airportLines, oneAirport } from './one-airport.ts';
import { updateRate } from './update-rate.ts';

// what the service would answer, by the best statements known and nothing else: nobody is asked who they are or what they may
const { DATABASE_URL = '', USER_ID = '', USERNAME = '' } = process.env;
const pool = openPool(DATABASE_URL);
const kept = await keepCounts(pool);
const doer = { userId: Number(USER_ID), username: USERNAME };

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const path = pathname.slice('/dc/api/v1'.length);
  const id = Number(path.slice(path.lastIndexOf('/') + 1));
  const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
  if (path === '/airports') return answer(response, await airports(query, number));
  if (path === '/airports/export') return void Readable.from(airportLines(pool, doer.userId)).pipe(response);
  if (path === '/data-logs') {
    const cursor = query.get('cursor');
    return answer(
      response,
      await logPage(pool, kept, cursor === null ? undefined : Number(cursor), number('limit', 20)),
    );
  }
  if (path === '/changes') return answer(response, await feedPage(pool, number('cursor', 0), number('limit', 100)));
  if (path.startsWith('/airports/')) {
    const { data, version } = await oneAirport(pool, id, doer.userId);
    return answer(response, data, version);
  }
  if (path.startsWith('/rate-board/') && request.method === 'PUT') {
    const expected = Number(request.headers['if-match']?.slice(1, -1));
    const { data, version } = await updateRate(pool, id, expected, JSON.parse(await text(request)), doer);
    return answer(response, data, version);
  }
  throw new Error(`nothing is at ${path}`);
}

function airports(query: URLSearchParams, number: (name: string, otherwise: number) => number): Promise<string> {
  const asked = { page: number('page', 1), pageSize: number('pageSize', 20), userId: doer.userId };
  const [q, country, name] = ['q', 'country', 'name'].map((parameter) => query.get(parameter));
  if (q) return searchedAirports(pool, q, asked);
  if (country && name) return airportsOf(pool, country, name, asked);
  return anyAirports(pool, kept, asked);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: Error) =>
    response.writeHead(500, { 'Content-Length': Buffer.byteLength(error.message) }).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => {
  // a TCP server's address is never a string
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
process.on('disconnect', () => process.exit(0));
