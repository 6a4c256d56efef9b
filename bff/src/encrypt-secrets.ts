import { runMaintenance } from './maintenance.ts';
import { encryptSecrets } from './secrets.ts';

// `npm run encrypt-secrets` is run by hand, as only the operator knows that no older release is running any more
await runMaintenance('encrypt-secrets', async (db, secrets) => {
  const written = await encryptSecrets(db, secrets);
  return [`Secrets are written encrypted from now on. Of those before, ${written} had to be encrypted.`];
});
