import { randomBytes } from 'node:crypto';
import { type Database, type SecretCodec, transactWithinTimeLimit } from '#database';
import { generateSubscriberToken, hashToken } from '#feed/subscriber-token.ts';
import type { Request } from '#http/operation-types.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { subscriberLogTarget } from '../status/change-lane.ts';
import { lockSubscriber } from './subscriber.ts';

/** Generates a secret in the format of Standard Webhooks: `whsec_` and 24 random bytes. */
export const generateSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** The keys that can be exchanged, with their columns. Secrets are stored because signing needs them; for tokens, only the hash is stored. */
const KEY_TYPES = {
  secret: {
    act: 'subscriberSecretExchanged',
    until: 'earlierSecretUntil',
    columns: { current: 'secret', earlier: 'earlier_secret', until: 'earlier_secret_until' },
    generate: generateSecret,
  },
  token: {
    act: 'subscriberTokenExchanged',
    until: 'earlierTokenUntil',
    columns: { current: 'token_hash', earlier: 'earlier_token_hash', until: 'earlier_token_until' },
    generate: generateSubscriberToken,
  },
} as const;

/** The time until which both keys are valid. */
const GRACE_PERIOD_END = 'NOW(3) + INTERVAL 1 DAY';

type KeyRequest = Request<
  'exchangeSubscriberSecret' | 'exchangeSubscriberToken' | 'endEarlierSecret' | 'endEarlierToken'
>;

/** Replaces a key. The previous one stays valid for a day; an even older one becomes invalid. */
export const rotateKey = (
  { db, secrets }: { db: Database; secrets: SecretCodec },
  request: KeyRequest,
  key: keyof typeof KEY_TYPES,
): Promise<{ newKey: string; earlierUntil: string }> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { act, columns, generate } = KEY_TYPES[key];
    const { record } = await lockSubscriber(trx, request.path.id);
    const subscriberRow = () => trx('subscriber').where('id', record.id);
    const newKey = generate();
    const stored =
      key === 'token' ? hashToken(newKey) : await secrets.encryptIfEnabled(trx, `subscriber ${record.id}`, newKey);
    const row = await subscriberRow().first({ current: columns.current, until: trx.raw(GRACE_PERIOD_END) });
    await subscriberRow().update({
      [columns.earlier]: row.current,
      [columns.until]: row.until,
      [columns.current]: stored,
    });
    await logAct(trx, { act, ...logActorOf(request), target: subscriberLogTarget(record) });
    return { newKey, earlierUntil: row.until.toISOString() };
  });

/** Invalidates the previous key, if there is one. */
export const endEarlierKey = (db: Database, request: KeyRequest, key: keyof typeof KEY_TYPES): Promise<void> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { columns, until } = KEY_TYPES[key];
    const { record } = await lockSubscriber(trx, request.path.id);
    await trx('subscriber')
      .where('id', record.id)
      .update({ [columns.earlier]: null, [columns.until]: null });
    if (record[until] === null) return;
    const details = { changes: [{ pointer: `/${until}`, before: record[until], after: null }] };
    await logAct(trx, {
      act: 'subscriberChanged',
      ...logActorOf(request),
      target: subscriberLogTarget(record),
      details,
    });
  });
