import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A secret of this installation, created at its first start: the key that signs tokens, or encrypts secrets in the database.
 * @param {string} dataDir
 * @param {'jwt-secret' | 'secrets-key'} name
 */
export function loadOrCreateSecret(dataDir, name) {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    // Written to a draft first, because a kill between creating and writing the file would leave an empty secret.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    linkSync(draft, file);
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
