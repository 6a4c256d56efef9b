import { connect } from '#database';
import { readSecretsConfig } from './config.ts';
import { createSecretCodec, encryptSecrets } from './secrets.ts';

// `npm run encrypt-secrets` is run by hand, as only the operator knows that no older release is running any more
try {
  const { databaseUrl, secretsKeys } = readSecretsConfig('encrypt-secrets', process.env);
  const db = connect(databaseUrl, 1);
  try {
    const written = await encryptSecrets(db, createSecretCodec(secretsKeys));
    console.log(`Secrets are written encrypted from now on. Of those before, ${written} had to be encrypted.`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
