import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';

/** The owner of a secret, which is authenticated by the encryption, so that a value copied into another row cannot be decrypted. */
export type SecretOwner = `user ${number}` | `subscriber ${number}`;

/** SECRETS_KEY lacks a key that secrets of the database need. */
export class SecretsKeyError extends Error {}

/** Converts secrets to and from their stored form: encrypted, or plain as older releases wrote them. */
export interface SecretCodec {
  /** Returns the value to store: encrypted if the installation has enabled that, or else the secret itself. */
  encryptIfEnabled(db: Knex, owner: SecretOwner, secret: string): Promise<string>;
  /** @throws SecretsKeyError if the key is missing, and Error if the value belongs to another owner */
  decryptIfEncrypted(owner: SecretOwner, stored: string): string;
  /** Encrypts a stored value with the first key; returns undefined if it already is. */
  reencrypt(owner: SecretOwner, stored: string): string | undefined;
  /** Whether secrets are written encrypted. @throws SecretsKeyError if a required key is missing */
  check(db: Knex): Promise<boolean>;
}

/** All columns that store secrets. */
const SECRET_COLUMNS: { table: 'user' | 'subscriber'; column: string }[] = [
  { table: 'user', column: 'totp_secret' },
  { table: 'subscriber', column: 'secret' },
  { table: 'subscriber', column: 'earlier_secret' },
];

interface SecretKey {
  id: string;
  bytes: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Matches encrypted values: version, key id, then initialisation vector, tag and ciphertext. No plain secret looks like this. */
const ENCRYPTED_PATTERN = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

/** Creates the conversion from the texts of SECRETS_KEY: the first key encrypts, all of them decrypt. */
export function createSecretCodec(texts: string[]): SecretCodec {
  const keys = texts.map(deriveKey);
  const [firstKey] = keys;

  const encrypt = (owner: SecretOwner, secret: string): string => {
    if (!firstKey) throw new SecretsKeyError('SECRETS_KEY is missing: secrets of this database are encrypted.');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, firstKey.bytes, iv).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `v1.${firstKey.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
  };

  const decryptIfEncrypted = (owner: SecretOwner, stored: string): string => {
    const [, id, encoded] = ENCRYPTED_PATTERN.exec(stored) ?? [];
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
    encryptIfEnabled: async (db, owner, secret) => ((await isEncryptionEnabled(db)) ? encrypt(owner, secret) : secret),
    decryptIfEncrypted,
    reencrypt: (owner, stored) =>
      ENCRYPTED_PATTERN.exec(stored)?.[1] === firstKey?.id
        ? undefined
        : encrypt(owner, decryptIfEncrypted(owner, stored)),
    async check(db) {
      for (const { table, column } of SECRET_COLUMNS) {
        const id = db.raw("DISTINCT SUBSTRING_INDEX(SUBSTRING_INDEX(??, '.', 2), '.', -1) AS id", [column]);
        const rows: { id: string }[] = await db(table).where(column, 'like', 'v1.%').select(id);
        for (const row of rows) if (!keys.some((key) => key.id === row.id)) throw missingKey(row.id, keys);
      }
      const isEnabled = await isEncryptionEnabled(db);
      if (isEnabled && !firstKey)
        throw new SecretsKeyError('SECRETS_KEY is missing: encryption of secrets is enabled in this database.');
      return isEnabled;
    },
  };
}

/**
 * Enables encryption and encrypts all existing secrets with the first key, for the first time or after a new key was added. Returns their
 * number; running it again is harmless. Users who are just setting up a second factor have to start over.
 */
export async function encryptSecrets(db: Knex, secrets: SecretCodec): Promise<number> {
  await secrets.check(db);
  await db('secrets_encryption').insert({ id: 1, begin_time: new Date() }).onConflict('id').ignore();
  let count = 0;
  for (const { table, column } of SECRET_COLUMNS) {
    for (const { id } of await db(table).whereNotNull(column).select('id'))
      await db.transaction(async (trx) => {
        const row = await trx(table).where({ id }).whereNotNull(column).forUpdate().first({ stored: column });
        const stored = row && secrets.reencrypt(`${table} ${id}`, row.stored);
        if (!stored) return;
        await trx(table).where({ id }).update(column, stored);
        count++;
      });
  }
  // also removes secrets in tokens of second factors that are being set up or were set up before
  await db('one_time_token')
    .whereIn('purpose', ['enrolment', 'challenge'])
    .where((any) => any.where('data', 'like', '%"secret"%').orWhere('data', 'like', '%"enrolment"%'))
    .update({ data: null, used_time: db.raw('COALESCE(used_time, NOW(3))') });
  return count;
}

/** Returns the rows with a secret that none of the keys decrypts. */
export async function findUnreadableSecrets(db: Knex, { decryptIfEncrypted }: SecretCodec) {
  const unreadable = new Map<SecretOwner, { table: 'user' | 'subscriber'; id: number }>();
  for (const { table, column } of SECRET_COLUMNS) {
    for (const { id, stored } of await db(table).whereNotNull(column).select('id', { stored: column })) {
      const owner: SecretOwner = `${table} ${id}`;
      try {
        decryptIfEncrypted(owner, stored);
      } catch {
        unreadable.set(owner, { table, id });
      }
    }
  }
  return [...unreadable.values()];
}

/** Whether new secrets are written encrypted, which older releases cannot read. */
async function isEncryptionEnabled(db: Knex): Promise<boolean> {
  return (await db('secrets_encryption').first('id')) !== undefined;
}

/** Derives a 256-bit key, and an id for stored values that does not reveal the key. */
function deriveKey(text: string): SecretKey {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', text, '', `gazetteer secrets ${purpose}`, length));
  return { id: derive('id', 4).toString('hex'), bytes: derive('key', 32) };
}

const missingKey = (id: string, keys: SecretKey[]) =>
  new SecretsKeyError(
    `SECRETS_KEY lacks the key ${id}, under which secrets of this database are encrypted: ` +
      `${keys.length > 0 ? `it has ${keys.map((key) => key.id).join(', ')}` : 'it is not set'}. Add that key, separated by a comma.`,
  );
