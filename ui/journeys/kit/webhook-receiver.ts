import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export interface ReceivedWebhook {
  id: string;
  body: string;
  headers: Record<string, string>;
}

/** Starts a webhook endpoint on a free local port that records webhooks. `respondWith` sets its response status. */
export function setUpWebhookReceiver() {
  const webhooks: ReceivedWebhook[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      // The cast: none of the headers that journeys look at is repeated.
      const headers = request.headers as Record<string, string>;
      webhooks.push({ id: headers['webhook-id'] ?? '', body: Buffer.concat(chunks).toString(), headers });
      response.writeHead(status).end(status === 204 ? undefined : 'response body');
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    webhooks,
    // The cast: the address of a TCP server is never a string.
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`;
    },
    respondWith: (nextStatus: number) => {
      status = nextStatus;
    },
  };
}

/** Returns true if a webhook has a Standard Webhooks signature made with the secret. */
export function isSignedWith(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signedContent = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signedContent).digest('base64');
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${signature}`);
}
