import { signInto } from './client.ts';
import { type BenchDatabase, serverPid } from './database.ts';
import { type Floor, startFloor } from './floor/start-floor.ts';
import { type Loader, startLoader } from './load/start-loader.ts';
import { type Service, startService } from './service.ts';

/** The service, the floor on the same database, and the load generator. */
export interface Sides {
  service: Service;
  floor: Floor;
  loader: Loader;
  /** The database server's process, where it runs on this machine. */
  databasePid: number | undefined;
  /** One token per simulated user. */
  tokens: string[];
  stop(): Promise<void>;
}

export const people = 20;
const username = 'editor';

export async function startSides({ url, knex }: BenchDatabase): Promise<Sides> {
  const service = await startService(url);
  const user = await knex('user').where({ username }).first('id', 'username');
  const [floor, loader] = await Promise.all([startFloor(url, user), startLoader()]);
  const tokens: string[] = [];
  for (let n = 0; n < people; n++) tokens.push(await signInto(service.url, username));
  return {
    ...{ service, floor, loader, tokens, databasePid: await serverPid(knex) },
    stop: async () => {
      await Promise.all([service.stop(), floor.stop(), loader.stop()]);
    },
  };
}
