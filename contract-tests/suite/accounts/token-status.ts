import { type RequestInput, send } from '../client.ts';
import type { TestBackend } from '../test-backend.ts';

/** Calls an operation with a token or without one, and returns the status of the response. */
export async function statusWithToken(
  backend: TestBackend,
  id: string,
  token: string | undefined,
  input: RequestInput = {},
): Promise<number> {
  return (await send(backend.address.url, backend.operation(id), input, token)).status;
}
