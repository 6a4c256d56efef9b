import { type RequestInput, send } from './client.ts';
import type { TestBackend } from './test-backend.ts';

/** The status of an operation's response with a token or without one. */
export async function statusOf(
  backend: TestBackend,
  id: string,
  token: string | undefined,
  input: RequestInput = {},
): Promise<number> {
  return (await send(backend.address.direct, backend.operation(id), input, token)).status;
}
