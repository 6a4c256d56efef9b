import { connect } from '#database';
import { readSecretsConfig } from './config.ts';
import { createSecrets, encryptSecrets } from './secrets.ts';

// `npm run encrypt-secrets`: a program of its own, as only who runs the installation knows that no release before is left
try {
  const { databaseUrl, secretsKeys } = readSecretsConfig(process.env);
  const db = connect(databaseUrl, 1);
  try {
    const written = await encryptSecrets(db, createSecrets(secretsKeys));
    console.log(`Secrets are written encrypted from now on. Of those before, ${written} had to be encrypted.`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
