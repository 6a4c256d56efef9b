import { type ApiResponse, type RequestInput, send } from '../requests/client.ts';
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

/** Opens a path with its query by a ticket, without a token. */
export function openWithTicket(backend: TestBackend, path: string, ticket: string): Promise<ApiResponse> {
  const { pathname, searchParams } = new URL(path, backend.address.url);
  const query = { ...Object.fromEntries(searchParams), ticket };
  return send(backend.address.url, backend.operationAt('get', pathname), { query });
}
