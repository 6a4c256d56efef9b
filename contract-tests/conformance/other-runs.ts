import type { Case } from '../suite/case.ts';
import { type TestedEntity, titleOf } from '../suite/records/tested-entity.ts';
import type { RecordData } from '../suite/requests/response-data.ts';
import type { TestBackend } from '../suite/test-backend.ts';

/** The records of a run that is under way are not older, except for those that all its cases share. */
const RECENT_MS = 15 * 60_000;

/** How the suite names the records that it creates. */
const mark = /^(Sample [0-9A-Z]+$|Q[0-9a-f]{10}\b)/;

/**
 * Names records of the kinds under test that another run has created or changed lately. Two runs on one backend take codes from each
 * other, and find each other's records. Of a backend that cannot list its newest records nobody knows.
 */
export async function findOtherRuns(backend: TestBackend, cases: Case[]): Promise<string | undefined> {
  const entities = [...new Set(cases.flatMap(({ entity }) => entity ?? []))];
  const found: string[] = [];
  for (const entity of entities) {
    const isForeign = (record: RecordData) =>
      mark.test(String(record[entity.searchField])) && !backend.created.has(`${entity.tag} ${record.id}`);
    const records = (await newestRecords(backend, entity)).filter(isForeign);
    found.push(...records.map((record) => `${entity.tag} ${titleOf(entity, record)} (id ${record.id})`));
  }
  const others = found.length > 1 ? ` and ${found.length - 1} more` : '';
  return found[0] === undefined ? undefined : `${found[0]}${others}`;
}

async function newestRecords(backend: TestBackend, { operations }: TestedEntity): Promise<RecordData[]> {
  const query = { sort: '-updateTime', pageSize: 50 };
  const response = await backend.tryCall(operations.list, 'admin', { query }).catch(() => undefined);
  const { items } = Object(response?.data) as { items?: RecordData[] }; // Cast: a list, if it is one at all.
  if (response?.status !== 200 || !Array.isArray(items)) return [];
  // The clocks of the backend and of this machine may differ.
  const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
  return items.filter(({ updateTime }) => now - Date.parse(String(updateTime)) < RECENT_MS);
}
