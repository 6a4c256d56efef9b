import { parseArgs } from 'node:util';
import { type Database, type SecretCodec, type Transaction, transact } from '#database';
import { beginEpoch } from '#feed/epoch.ts';
import { removeTotp } from '#session/totp.ts';
import { NO_URL } from '#sync/push/messages.ts';
import { generateSecret } from '#sync/subscribers/keys.ts';
import { runMaintenance } from './maintenance.ts';
import { findUnreadableSecrets, SecretsKeyError } from './secrets.ts';

const TELL_DISCARD =
  'Find the key, which is kept apart from the backup. If it is lost, run this again with --discard-secrets: second factors are removed, and ' +
  'pushed subscribers whose secret cannot be read get another one and are switched off until somebody hands it over.';

/**
 * Removes the secrets whose key is lost. A subscriber gets a secret that nobody knows and is switched off, as its receiver would refuse
 * what is signed with it. One that only pulls receives nothing that is signed, so it stays on.
 */
async function discardUnreadableSecrets(trx: Transaction, secrets: SecretCodec): Promise<string[]> {
  const lines: string[] = [];
  for (const { table, id } of await findUnreadableSecrets(trx, secrets)) {
    if (table === 'user') {
      await removeTotp(trx, id);
      const { username } = await trx('user').where({ id }).first('username');
      lines.push(`${username} signs in without a second factor until it is set up again.`);
      continue;
    }
    const { name, url } = await trx('subscriber').where({ id }).first('name', 'url');
    const pullsOnly = url === NO_URL;
    await trx('subscriber')
      .where({ id })
      .update({
        secret: await secrets.encryptIfEnabled(trx, `subscriber ${id}`, generateSecret()),
        earlier_secret: null,
        earlier_secret_until: null,
        ...(pullsOnly ? {} : { active: 0 }),
        version: trx.raw('version + 1'),
        update_time: trx.raw('NOW(3)'),
        updated_by: 'system',
      });
    lines.push(
      pullsOnly
        ? `The subscriber ${name}, which only pulls, stays as it is; replace its secret before it gets an address.`
        : `The subscriber ${name} is switched off: replace its secret, hand it over, and switch it on again.`,
    );
  }
  return lines;
}

/** Ends the sessions and links of the backup, among them those that had been ended or used since. */
async function endAccess(db: Database): Promise<number> {
  await db('one_time_token')
    .whereNull('used_time')
    .update({ used_time: db.raw('NOW(3)') });
  return db('session')
    .whereNull('revoke_time')
    .update({ revoke_time: db.raw('NOW(3)') });
}

/** Makes a database that was restored from a backup fit to be used again, and returns what was done. */
async function afterRestore(db: Database, secrets: SecretCodec, discards: boolean): Promise<string[]> {
  const discarded = await transact(db, async (trx) => {
    const lines = discards ? await discardUnreadableSecrets(trx, secrets) : [];
    await secrets.check(trx);
    return lines;
  }).catch((error: Error) => {
    if (error instanceof SecretsKeyError)
      throw new Error(`${error.message} ${discards ? 'Set it to a new key.' : TELL_DISCARD}`);
    throw error;
  });
  const ended = await endAccess(db);
  const epoch = await beginEpoch(db);
  return [
    ...discarded,
    `${ended} sessions have ended, and links in emails that were not used are void.`,
    `The feed has begun epoch ${epoch}: subscribers that have changes from after the backup are told to take a snapshot.`,
  ];
}

// `npm run after-restore` is run by hand, as only the operator knows that the database is a backup
await runMaintenance('after-restore', (db, secrets) => {
  const { values } = parseArgs({ options: { 'discard-secrets': { type: 'boolean', default: false } } });
  return afterRestore(db, secrets, values['discard-secrets']);
});
