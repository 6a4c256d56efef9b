import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child } from './child.ts';
import type { RunningServer } from './prism.ts';

interface BffMessage {
  type: 'listening' | 'failed';
  url?: string;
  message?: string;
}

/** Starts the project's own backend with a new database. */
export async function startBff(): Promise<RunningServer & { mailFolder: string }> {
  const databaseUrl = newDatabaseUrl();
  const mail = await mkdtemp(path.join(tmpdir(), 'gazetteer-mail-'));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: '1',
    DRAIN_SECONDS: '0',
    MAIL_DIR: mail,
  };
  await new Child('the migration', ['--import', 'tsx', 'db/migrate.ts', '--demo'], { env }).waitForSuccess();
  const secret = { JWT_SECRET: randomBytes(32).toString('hex') };
  await new Child('the build of the bff', ['--import', 'tsx', 'bff/build.ts']).waitForSuccess();
  const child = new Child('the bff', ['bff/dist/main.js'], {
    env: { ...env, ...secret },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { url, message } = await child.waitFor('message', (data) => data as BffMessage); // Cast: the bff sends messages of this type.
  if (!url) throw new Error(`the bff did not start: ${message}`);
  const stop = async () => {
    await child.stop();
    await rm(mail, { recursive: true });
  };
  return { url: `${url}/dc`, mailFolder: mail, stop };
}

function newDatabaseUrl(): string {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server) throw new Error('TEST_DATABASE_SERVER is not set; run npm test -w contract-tests');
  const url = new URL(server);
  url.pathname = `/contract_${process.pid}_${randomBytes(4).toString('hex')}`;
  return url.href;
}
