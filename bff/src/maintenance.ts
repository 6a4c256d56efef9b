import { connect, createSecretCodec, type Database, type SecretCodec } from '#database';
import { type MaintenanceProgram, readSecretsConfig } from './config.ts';
import { createReadinessCheck } from './readiness.ts';

/** Runs a program that is run by hand on a database of this version, and prints the lines that `work` returns, or why it failed. */
export async function runMaintenance(
  program: MaintenanceProgram,
  work: (db: Database, secrets: SecretCodec) => Promise<string[]>,
): Promise<void> {
  try {
    const { databaseUrl, secretsKeys } = readSecretsConfig(program, process.env);
    await requireReadyDatabase(databaseUrl);
    const db = connect(databaseUrl, 1);
    try {
      for (const line of await work(db, createSecretCodec(secretsKeys))) console.log(line);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function requireReadyDatabase(databaseUrl: string): Promise<void> {
  const database = createReadinessCheck(databaseUrl);
  const { isReady, text, error } = await database.check();
  await database.close();
  if (!isReady) throw new Error(error ? `${text} ${error.message}` : text);
}
