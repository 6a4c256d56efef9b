import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';

/** Whose secret it is, which goes into the encryption: a value copied into another row cannot be read there. */
export type SecretOwner = `user ${number}` | `subscriber ${number}`;

/** Secrets that have to be read again, as they stand in the database: encrypted, or plain as releases before wrote them. */
export interface Secrets {
  /** What is to be written: encrypted where the installation is set to, else the secret itself. */
  toStored(db: Knex, owner: SecretOwner, secret: string): Promise<string>;
  /** Throws where its key is not there, or where it was made for another owner. */
  fromStored(owner: SecretOwner, stored: string): string;
  /** The same encrypted under the first key; undefined where it is already. */
  reencrypted(owner: SecretOwner, stored: string): string | undefined;
  /** Whether secrets are written encrypted; throws with what to set where a key is missing for that, or to read them. */
  check(db: Knex): Promise<boolean>;
}

/** Where they stand: each column with its table. */
const COLUMNS: { table: 'user' | 'subscriber'; column: string }[] = [
  { table: 'user', column: 'totp_secret' },
  { table: 'subscriber', column: 'secret' },
  { table: 'subscriber', column: 'earlier_secret' },
];

interface Key {
  id: string;
  bytes: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Version, id of the key, and the initial vector, the tag and the cipher text in one; no plain secret looks so. */
const STORED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

/** By the texts of SECRETS_KEY: the first encrypts, each decrypts what it has encrypted. */
export function createSecrets(texts: string[]): Secrets {
  const keys = texts.map(deriveKey);
  const [first] = keys;

  const encrypt = (owner: SecretOwner, secret: string): string => {
    if (!first) throw new Error('SECRETS_KEY is missing: secrets of this database are encrypted.');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, first.bytes, iv).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `v1.${first.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
  };

  const fromStored = (owner: SecretOwner, stored: string): string => {
    const [, id, encoded] = STORED.exec(stored) ?? [];
    if (!id || !encoded) return stored;
    const key = keys.find((each) => each.id === id);
    if (!key) throw missingKey(id, keys);
    const bytes = Buffer.from(encoded, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  };

  return {
    toStored: async (db, owner, secret) => ((await isEncrypting(db)) ? encrypt(owner, secret) : secret),
    fromStored,
    reencrypted: (owner, stored) =>
      STORED.exec(stored)?.[1] === first?.id ? undefined : encrypt(owner, fromStored(owner, stored)),
    async check(db) {
      for (const { table, column } of COLUMNS) {
        const id = db.raw("DISTINCT SUBSTRING_INDEX(SUBSTRING_INDEX(??, '.', 2), '.', -1) AS id", [column]);
        const rows: { id: string }[] = await db(table).where(column, 'like', 'v1.%').select(id);
        for (const row of rows) if (!keys.some((key) => key.id === row.id)) throw missingKey(row.id, keys);
      }
      const encrypts = await isEncrypting(db);
      if (encrypts && !first)
        throw new Error('SECRETS_KEY is missing: this database is set to have its secrets encrypted.');
      return encrypts;
    },
  };
}

/**
 * From now on secrets are written encrypted, and those that stand there are encrypted under the first key: for the first time, or
 * after that key was put before others. Answers how many were; done again, it finds none. A second factor that is just being set
 * up has to be begun again.
 */
export async function encryptSecrets(db: Knex, secrets: Secrets): Promise<number> {
  await secrets.check(db);
  await db('secrets_encryption').insert({ id: 1, begin_time: new Date() }).onConflict('id').ignore();
  let written = 0;
  for (const { table, column } of COLUMNS) {
    for (const { id } of await db(table).whereNotNull(column).select('id'))
      await db.transaction(async (trx) => {
        const row = await trx(table).where({ id }).whereNotNull(column).forUpdate().first({ stored: column });
        const stored = row && secrets.reencrypted(`${table} ${id}`, row.stored);
        if (!stored) return;
        await trx(table).where({ id }).update(column, stored);
        written++;
      });
  }
  // secrets that wait for their first code, for minutes at most, and those that such tokens held when they were spent
  await db('one_time_token')
    .whereIn('purpose', ['enrolment', 'challenge'])
    .where((either) => either.where('data', 'like', '%"secret"%').orWhere('data', 'like', '%"enrolment"%'))
    .update({ data: null, used_time: db.raw('COALESCE(used_time, NOW(3))') });
  return written;
}

/** Whether new secrets are to be written encrypted: releases before could not read them. */
async function isEncrypting(db: Knex): Promise<boolean> {
  return (await db('secrets_encryption').first('id')) !== undefined;
}

/** A key of 256 bits, and the name by which rows call it, which tells nothing of it. */
function deriveKey(text: string): Key {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', text, '', `gazetteer secrets ${purpose}`, length));
  return { id: derive('id', 4).toString('hex'), bytes: derive('key', 32) };
}

const missingKey = (id: string, keys: Key[]) =>
  new Error(
    `SECRETS_KEY lacks the key ${id}, under which secrets of this database are encrypted: ` +
      `${keys.length > 0 ? `it has ${keys.map((key) => key.id).join(', ')}` : 'it is not set'}. Add that key, separated by a comma.`,
  );
