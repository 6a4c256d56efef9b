import type { ServerResponse } from 'node:http';

/** Sends a JSON text in the contract's envelope. */
export function answer(response: ServerResponse, data: string, version?: number): void {
  const body = Buffer.from(`{"code":200,"message":"OK","data":${data}}`);
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    ...(version === undefined ? {} : { ETag: `"${version}"` }),
  });
  response.end(body);
}
