import { createHmac } from 'node:crypto';
import type { Push } from './violation.ts';

function sign(secret: string, { headers, body }: Push): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/**
 * Signs an edited push with the secrets that had signed the original one, so that its signature is not what a receiver
 * complains of. An edited signature stays as it is.
 */
export function signAgain(original: Push, edited: Push, secrets: Iterable<string>): void {
  const signature = original.headers['webhook-signature'];
  if (signature === undefined || edited.headers['webhook-signature'] !== signature) return;
  const signatures = signature.split(' ');
  const used = [...secrets].filter((secret) => signatures.includes(sign(secret, original)));
  if (used.length > 0) edited.headers['webhook-signature'] = used.map((secret) => sign(secret, edited)).join(' ');
}
