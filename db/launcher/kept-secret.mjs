import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A secret of this installation, made at its first start: what signs its tokens, or encrypts the secrets in its database.
 * @param {string} dataDir
 * @param {'jwt-secret' | 'secrets-key'} name
 */
export function keptSecret(dataDir, name) {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    // Written whole under another name first: a kill between creating and writing would leave an empty secret.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    linkSync(draft, file);
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
