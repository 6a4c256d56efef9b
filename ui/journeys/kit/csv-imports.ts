import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';

/** Waits until a worker has moved the import to a status. */
const waitForStatus = ({ call }: ApiClient, id: number, status: string) =>
  expect.poll(async () => (await call('GET', `/imports/${id}`)).import.status).toBe(status);

/** Uploads and stages a CSV text through the API. */
export async function stageCsv(client: ApiClient, entity: string, csv: string): Promise<number> {
  const { call } = client;
  const file = new Blob([csv], { type: 'application/octet-stream' });
  const upload = { entity, filename: `${entity}.csv`, bytes: file.size };
  const { id } = (await call('POST', '/imports', upload)).import;
  await call('PUT', `/imports/${id}/parts/0`, file);
  await call('POST', `/imports/${id}/preview`, {});
  await call('POST', `/imports/${id}/stage`);
  await waitForStatus(client, id, 'staged');
  return id;
}

/** Imports a CSV text through the API. New records are pending. */
export async function importCsv(client: ApiClient, entity: string, csv: string): Promise<number> {
  const id = await stageCsv(client, entity, csv);
  await client.call('POST', `/imports/${id}/apply`, { rows: 'all', status: 'pending' });
  await waitForStatus(client, id, 'applied');
  return id;
}

export async function revertImport(client: ApiClient, id: number): Promise<void> {
  await client.call('POST', `/imports/${id}/revert`);
  await waitForStatus(client, id, 'reverted');
}
