import { once } from 'node:events';
import { spawnChild } from '../spawn-child.ts';

export interface Floor {
  url: string;
  pid: number | undefined;
  stop(): Promise<void>;
}

/** The bare server that shows how fast the same answers could be, in a process of its own; it acts as this user. */
export async function startFloor(databaseUrl: string, user: { id: number; username: string }): Promise<Floor> {
  const env = { DATABASE_URL: databaseUrl, USER_ID: String(user.id), USERNAME: user.username };
  const { child, stop } = spawnChild('floor/main.ts', env);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The floor did not start.')));
  const [{ port }] = await Promise.race([once(child, 'message'), ended]);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop };
}
