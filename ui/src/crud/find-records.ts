import { type Entity, resources } from '#api/facts.gen.ts';
import { api, session } from '#session/session.ts';
import { onRecordsChanged } from './changes.ts';
import type { AnyRecord, Values } from './define-entity.ts';
import { learnLabels, learnRecords } from './labels.ts';
import type { ListData } from './resource.ts';
import { shareCall } from './share-call.ts';

/** A record that others refer to: those kinds all have codes and names. */
export type FoundRecord = AnyRecord & Values & Required<Pick<AnyRecord, 'code' | 'name' | 'locales'>>;
/** Further conditions of the kind's list: `{ country: 'CN' }`. */
export type Filters = Readonly<Record<string, string>>;

const enough = 100;
// others change records too, and nobody tells of that here
const lifespan = 60_000;
const kept = new Map<string, { records: FoundRecord[]; until: number }>();
let turn = 0;
onRecordsChanged(forget);
session.subscribe(() => session.loggedIn || forget());

function forget(): void {
  turn += 1;
  kept.clear();
}

function known(key: string): FoundRecord[] | undefined {
  const found = kept.get(key);
  return found && found.until > Date.now() ? found.records : undefined;
}

/** Who types a whole code means that record. */
function exactFirst(records: readonly FoundRecord[], q: string): FoundRecord[] {
  const exact = ({ code }: FoundRecord) => Number(code === q.toUpperCase());
  return [...records].sort((a, b) => exact(b) - exact(a));
}

/** The best matches for a code, a name in any language or pinyin; the last results are kept for a while, or until a record changes. */
export async function findRecords(
  kind: Entity,
  q: string,
  filters: Filters = {},
  signal?: AbortSignal,
): Promise<FoundRecord[]> {
  const key = JSON.stringify([kind, q, filters]);
  const before = known(key);
  if (before) return before;
  const asked = turn;
  const query = { page: 1, pageSize: 20, ...filters, ...(q ? { q } : {}) };
  const answer = await api.send('GET', resources[kind], { params: { query }, signal: signal ?? null });
  // every kind's list answers so, by the contract
  const { items, labels } = answer.data as ListData & { items: FoundRecord[] };
  learnLabels(labels);
  learnRecords(kind, items);
  const found = exactFirst(items, q);
  // what was asked before a change may have been answered before it too
  if (asked !== turn) return found;
  const [oldest] = kept.keys();
  if (kept.size >= enough && oldest !== undefined) kept.delete(oldest);
  kept.set(key, { records: found, until: Date.now() + lifespan });
  return found;
}

/** The record with that very code; several who ask at once share a call. */
export const recordOf = (kind: Entity, code: string): Promise<FoundRecord | undefined> =>
  shareCall(`${kind} of ${code}`, async () => (await findRecords(kind, '', { code }))[0]);

/** The record with that code as it was answered lately; undefined where none was, or where records have changed since. */
export const seenRecord = (kind: Entity, code: string): FoundRecord | undefined =>
  known(JSON.stringify([kind, '', { code }]))?.[0];
