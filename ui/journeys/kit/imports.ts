import { expect } from 'vitest';
import type { actAs } from './calls.ts';

type Someone = Awaited<ReturnType<typeof actAs>>;

/** Waits until a worker has brought an import there. */
const reaches = ({ call }: Someone, id: number, status: string) =>
  expect.poll(async () => (await call('GET', `/imports/${id}`)).import.status).toBe(status);

/** Sends a table of a kind as somebody does elsewhere, up to the report of what it would do. */
export async function stageTable(someone: Someone, entity: string, text: string): Promise<number> {
  const { call } = someone;
  const file = new Blob([text], { type: 'application/octet-stream' });
  const upload = { entity, filename: `${entity}.csv`, bytes: file.size };
  const { id } = (await call('POST', '/imports', upload)).import;
  await call('PUT', `/imports/${id}/parts/0`, file);
  await call('POST', `/imports/${id}/preview`, {});
  await call('POST', `/imports/${id}/stage`);
  await reaches(someone, id, 'staged');
  return id;
}

/** Imports a table of a kind as somebody does elsewhere: what is new waits for review. */
export async function importTable(someone: Someone, entity: string, text: string): Promise<number> {
  const id = await stageTable(someone, entity, text);
  await someone.call('POST', `/imports/${id}/apply`, { rows: 'all', status: 'pending' });
  await reaches(someone, id, 'applied');
  return id;
}

export async function revertImport(someone: Someone, id: number): Promise<void> {
  await someone.call('POST', `/imports/${id}/revert`);
  await reaches(someone, id, 'reverted');
}
