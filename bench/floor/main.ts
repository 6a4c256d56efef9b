import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { filterAirports, listAirports, searchAirports } from './airport-pages.ts';
import { startCountCache } from './count-cache.ts';
import { openPool } from './database.ts';
import { readFeedPage, readLogPage } from './log-pages.ts';
import { readAirport, readAirportLines } from './one-airport.ts';
import { updateRate } from './update-rate.ts';

// The floor gives the same answers as the service with the fastest known SQL, but without authentication and permissions.
const { DATABASE_URL = '', USER_ID = '', USERNAME = '' } = process.env;
const pool = openPool(DATABASE_URL);
const counts = await startCountCache(pool);
const actor = { userId: Number(USER_ID), username: USERNAME };

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const path = pathname.slice('/dc/api/v1'.length);
  const id = Number(path.slice(path.lastIndexOf('/') + 1));
  const numberParameter = (name: string, defaultValue: number) => Number(query.get(name) ?? defaultValue);
  if (path === '/airports') return sendData(response, await readAirports(query, numberParameter));
  if (path === '/airports/export') return void Readable.from(readAirportLines(pool, actor.userId)).pipe(response);
  if (path === '/data-logs') {
    const cursor = query.get('cursor');
    return sendData(
      response,
      await readLogPage(pool, counts, cursor === null ? undefined : Number(cursor), numberParameter('limit', 20)),
    );
  }
  if (path === '/changes')
    return sendData(response, await readFeedPage(pool, numberParameter('cursor', 0), numberParameter('limit', 100)));
  if (path.startsWith('/airports/')) {
    const { data, version } = await readAirport(pool, id, actor.userId);
    return sendData(response, data, version);
  }
  if (path.startsWith('/rate-board/') && request.method === 'PUT') {
    const expectedVersion = Number(request.headers['if-match']?.slice(1, -1));
    const { data, version } = await updateRate(pool, id, expectedVersion, JSON.parse(await text(request)), actor);
    return sendData(response, data, version);
  }
  throw new Error(`no route for ${path}`);
}

function readAirports(
  query: URLSearchParams,
  numberParameter: (name: string, defaultValue: number) => number,
): Promise<string> {
  const pageRequest = {
    page: numberParameter('page', 1),
    pageSize: numberParameter('pageSize', 20),
    userId: actor.userId,
  };
  const [q, country, name] = ['q', 'country', 'name'].map((parameter) => query.get(parameter));
  if (q) return searchAirports(pool, q, pageRequest);
  if (country && name) return filterAirports(pool, country, name, pageRequest);
  return listAirports(pool, counts, pageRequest);
}

/** Sends a JSON text in the contract's envelope. */
function sendData(response: ServerResponse, data: string, version?: number): void {
  const body = Buffer.from(`{"code":200,"message":"OK","data":${data}}`);
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    ...(version === undefined ? {} : { ETag: `"${version}"` }),
  });
  response.end(body);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: Error) =>
    response.writeHead(500, { 'Content-Length': Buffer.byteLength(error.message) }).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => {
  // Cast: a TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
process.on('disconnect', () => process.exit(0));
