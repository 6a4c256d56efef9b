import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import type { ReceivedRequest } from '../../suite/features/receiver.ts';

/** What arrives at a receiver, which the tests run themselves. */
export function deliveryCases(): Case[] {
  let name = '';
  let secret = '';
  return [
    {
      operationId: 'testSubscriber',
      name: 'sends an event that is signed with the secret',
      needs: { role: 'admin' },
      passage: '#/webhooks/change/post/description',
      request: async ({ backend }) => {
        name = randomUUID();
        const body = backend.subscribers.newSubscriberBody({ url: backend.receiver.urlOf(name) });
        const response = await backend.call(backend.operation('createSubscriber'), 'admin', { body });
        secret = response.data.secret ?? '';
        return { params: { id: backend.subscribers.track(response).id } };
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          const request = await backend.receiver.waitFor(name);
          assertSigned(request, secret);
          assert.equal(JSON.parse(request.body).type, 'test');
          const { delivery } = data as unknown as { delivery: { outcome: string } }; // Cast: validated.
          assert.equal(delivery.outcome, 'delivered');
        },
      },
    },
  ];
}

/** Checks the signature over id, time and raw body, as a receiver does. */
function assertSigned({ headers, body }: ReceivedRequest, secret: string): void {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  assert.ok(
    String(signatures).split(' ').includes(`v1,${expected}`),
    `webhook-signature fits the secret: ${signatures}`,
  );
  assert.ok(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300, `webhook-timestamp is in seconds: ${timestamp}`);
}
