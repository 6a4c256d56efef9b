import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export interface Arrival {
  id: string;
  body: string;
  headers: Record<string, string>;
}

/** A subscriber's end: a server on a free port of loopback that keeps what comes and answers as told. */
export function aReceiver() {
  const arrivals: Arrival[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      // each of the headers that a journey looks at comes once
      const headers = request.headers as Record<string, string>;
      arrivals.push({ id: headers['webhook-id'] ?? '', body: Buffer.concat(chunks).toString(), headers });
      response.writeHead(status).end(status === 204 ? undefined : 'nothing to see');
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    arrivals,
    // a TCP server's address is never a string
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`;
    },
    answer: (next: number) => {
      status = next;
    },
  };
}

/** Whether a message carries the signature that a secret gives, by the scheme of Standard Webhooks. */
export function isSignedWith(secret: string, { headers, body }: Arrival): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${signature}`);
}
