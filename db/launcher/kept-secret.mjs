import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The secret that signs this installation's tokens, made at its first start.
 * @param {string} dataDir
 */
export function keptSecret(dataDir) {
  const file = path.join(dataDir, 'jwt-secret');
  if (!existsSync(file)) {
    // Written whole under another name first: a kill between creating and writing would leave an empty secret.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    linkSync(draft, file);
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
