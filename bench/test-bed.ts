import { once } from 'node:events';
import { fetchToken } from './client.ts';
import { type BenchDatabase, readServerPid } from './database.ts';
import type { Load, Outcome } from './load/plan.ts';
import { type Service, startService } from './service.ts';
import { spawnChild } from './spawn-child.ts';

interface Floor {
  url: string;
  pid: number | undefined;
  stop(): Promise<void>;
}

interface Loader {
  run(load: Load): Promise<Outcome>;
  stop(): Promise<void>;
}

/** The service, the floor on the same database, and the load generator. */
export interface TestBed {
  service: Service;
  floor: Floor;
  loader: Loader;
  /** The process id of the database server if it runs on this machine. */
  databasePid: number | undefined;
  /** One token per simulated user. */
  tokens: string[];
  stop(): Promise<void>;
}

export const USER_COUNT = 20;
const username = 'editor';

export async function startTestBed({ url, knex }: BenchDatabase): Promise<TestBed> {
  const service = await startService(url);
  const user = await knex('user').where({ username }).first('id', 'username');
  const [floor, loader] = await Promise.all([startFloor(url, user), startLoader()]);
  const tokens: string[] = [];
  for (let n = 0; n < USER_COUNT; n++) tokens.push(await fetchToken(service.url, username));
  return {
    service,
    floor,
    loader,
    tokens,
    databasePid: await readServerPid(knex),
    stop: async () => {
      await Promise.all([service.stop(), floor.stop(), loader.stop()]);
    },
  };
}

/** Starts the floor, which is a bare server in a separate process that gives this user the same answers as fast as possible. */
async function startFloor(databaseUrl: string, user: { id: number; username: string }): Promise<Floor> {
  const env = { DATABASE_URL: databaseUrl, USER_ID: String(user.id), USERNAME: user.username };
  const { child, stop } = spawnChild('floor/main.ts', env);
  const earlyExit = once(child, 'exit').then(() => Promise.reject(new Error('The floor did not start.')));
  const [{ port }] = await Promise.race([once(child, 'message'), earlyExit]);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop };
}

type LoaderMessage = { outcome: Outcome; error?: never } | { outcome?: never; error: string };

/** Starts the load generator process, which runs one load at a time. */
async function startLoader(): Promise<Loader> {
  const { child, stop } = spawnChild('load/main.ts', {});
  await once(child, 'message');
  return {
    async run(load) {
      child.send(load);
      // Cast: load/main.ts sends messages of this type.
      const [{ outcome, error }] = (await once(child, 'message')) as [LoaderMessage];
      if (!outcome) throw new Error(error);
      return outcome;
    },
    stop,
  };
}
