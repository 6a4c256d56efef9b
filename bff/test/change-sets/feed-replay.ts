import { referencedEntityKey } from '../../src/crud/references/reference-paths.ts';
import { type Database, fromJson } from '../../src/database/database.ts';
import { entities } from '../../src/entities/index.ts';
import type { EntityKey } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';

type Fields = Record<string, unknown>;

/** A change in the feed. */
export interface FedChange {
  entity: EntityKey;
  recordId: number;
  action: string;
  before: Fields | null;
  after: Fields | null;
  /** What the record refers to afterwards, as `city 7`. */
  refs: string[];
  /** What it referred to before. */
  refsBefore: string[];
}

/** Reads what a set has written, in the order of the feed. */
export async function readFedChanges(db: Database, setId: number): Promise<FedChange[]> {
  await sequenceAll(db);
  const rows = await db('change_feed')
    .join('data_log', 'data_log.seq', 'change_feed.seq')
    .where({ change_set_id: setId })
    .orderBy('position')
    .select({ recordId: 'data_log.record_id' }, 'data_log.entity', 'action', 'before', 'after', 'refs', 'before_refs');
  return rows.map(({ recordId, entity: key, action, ...row }) => {
    const entity = entities.find((each) => each.key === key);
    if (!entity) throw new Error(`There is no kind ${key}.`);
    const toRefs = (json: string | null) =>
      Object.entries(fromJson<Record<string, number> | null>(json) ?? {}).map(
        ([pointer, id]) => `${referencedEntityKey(entity, pointer)} ${id}`,
      );
    const [before, after]: (Fields | null)[] = [fromJson(row.before), fromJson(row.after)];
    return {
      ...{ entity: key, recordId, action, before: before ?? null, after: after ?? null },
      refs: after ? toRefs(row.refs) : [],
      refsBefore: toRefs(after ? row.before_refs : row.refs),
    };
  });
}

const keyIn = ({ entity }: FedChange, record: Fields | null): string | undefined => {
  const { keyFields = [] } = entities.find(({ key }) => key === entity) ?? {};
  return record ? JSON.stringify([entity, ...keyFields.map((name) => record[name])]) : undefined;
};

/** Two changes, of which the second one should come later. */
interface Pair {
  first: FedChange;
  second: FedChange;
}

/** Finds the changes by which keys pass from one record to another. */
function findHandovers(changes: FedChange[]): Pair[] {
  return changes.flatMap((second) => {
    const key = keyIn(second, second.after);
    const first = changes.find((each) => each !== second && keyIn(each, each.before) === key);
    return key !== undefined && key !== keyIn(second, second.before) && first ? [{ first, second }] : [];
  });
}

/** Finds what may not come later than others: the creation of what they refer to, and references to what they delete. */
function findDependencies(changes: FedChange[]): Pair[] {
  const changeOf = new Map(changes.map((each) => [`${each.entity} ${each.recordId}`, each]));
  return changes.flatMap((each) => {
    const created = each.refs.flatMap((ref) => changeOf.get(ref) ?? []).filter(({ before }) => !before);
    const deleted = each.refsBefore.flatMap((ref) => changeOf.get(ref) ?? []).filter(({ after }) => !after);
    return [
      ...created.map((first): Pair => ({ first, second: each })),
      ...deleted.map((second): Pair => ({ first: each, second })),
    ];
  });
}

/** Returns the keys that a record got in the feed while another one still had them. */
export function findSharedKeys(changes: FedChange[]): (string | undefined)[] {
  const misplaced = findHandovers(changes).filter(({ first, second }) => isMisplaced(changes, { first, second }));
  return misplaced.map(({ first }) => keyIn(first, first.before));
}

const isMisplaced = (changes: FedChange[], { first, second }: Pair) => changes.indexOf(first) > changes.indexOf(second);

/** Finds the changes that a replica cannot apply, except for those that pass a key on in a circle. */
export function findMisplacedChanges(changes: FedChange[]): Pair[] {
  const [handovers, dependencies] = [findHandovers(changes), findDependencies(changes)];
  const pairs = [...handovers, ...dependencies];
  const isCircular = ({ first, second }: Pair) => {
    const later = new Set([second]);
    for (const each of later) for (const pair of pairs) if (pair.first === each) later.add(pair.second);
    return later.has(first);
  };
  return [...handovers.filter((pair) => !isCircular(pair)), ...dependencies].filter((pair) =>
    isMisplaced(changes, pair),
  );
}
