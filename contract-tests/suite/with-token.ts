import { type Input, send } from './client.ts';
import type { World } from './world.ts';

/** What an operation answers to whoever holds a token, or to nobody. */
export async function statusOf(
  world: World,
  id: string,
  token: string | undefined,
  input: Input = {},
): Promise<number> {
  return (await send(world.backend.direct, world.operation(id), input, token)).status;
}
