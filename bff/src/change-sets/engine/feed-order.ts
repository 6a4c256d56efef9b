import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, FieldValues } from '#crud/model.ts';
import { referencedEntityKey } from '#crud/references/reference-paths.ts';
import { readUniqueFields } from '#crud/unique-fields.ts';
import type { Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { logSorted, type RecordLogChange } from '#record-log/append.ts';

/**
 * Writes records, and logs the changes in an order in which whoever follows the feed can apply them: the new owner of a unique value comes
 * after the change by which the earlier one gives it up.
 */
export const writeInFeedOrder = <T>(
  crud: Pick<CrudContext, 'entities'>,
  trx: Transaction,
  write: () => Promise<T>,
): Promise<T> =>
  logSorted(trx, write, async (changes) => {
    const keys = new Map<EntityKey, string[][]>();
    for (const key of new Set(changes.map(({ entity }) => entity))) {
      const entity = entityByKey(crud, key);
      const uniqueFields = await readUniqueFields(trx, entity);
      keys.set(key, [entity.keyFields, ...uniqueFields.map(({ name }) => [name])]);
    }
    return sortForFeed(crud, changes, keys);
  });

/** The positions of the changes that come before each one. */
type Predecessors = Set<number>[];

/**
 * Sorts changes, one of each record, that are in an order in which the database takes them. Changes that no unique value connects stay in that order, as do
 * those that depend on each other in a circle, such as records that take codes from each other. `keys` has the fields of each kind whose
 * values belong to one record at a time.
 */
export function sortForFeed(
  crud: Pick<CrudContext, 'entities'>,
  changes: RecordLogChange[],
  keys: ReadonlyMap<EntityKey, string[][]>,
): RecordLogChange[] {
  const handovers = findHandovers(changes, keys);
  if (handovers.length === 0) return changes;
  const predecessors = findDependencies(crud, changes);
  for (const { giver, taker } of handovers)
    if (!comesBefore(predecessors, taker, giver)) predecessors[taker]?.add(giver);
  const sorted = new Set<number>();
  const begun = new Set<number>();
  const place = (at: number): void => {
    if (begun.has(at)) return;
    begun.add(at);
    for (const predecessor of [...(predecessors[at] ?? [])].toSorted((a, b) => a - b)) place(predecessor);
    sorted.add(at);
  };
  for (const at of changes.keys()) place(at);
  return [...sorted].flatMap((at) => changes[at] ?? []);
}

/** A value passes from the record of one change to that of another one. */
interface Handover {
  giver: number;
  taker: number;
}

/** Finds the values that change hands, those of the keys first. */
function findHandovers(changes: RecordLogChange[], keys: ReadonlyMap<EntityKey, string[][]>): Handover[] {
  const handovers: Handover[] = [];
  const mostKeys = Math.max(0, ...[...keys.values()].map(({ length }) => length));
  for (let nth = 0; nth < mostKeys; nth++) {
    const values = changes.map(({ entity, before, after }) => {
      const names = keys.get(entity)?.[nth] ?? [];
      return { before: keyOf(entity, names, before), after: keyOf(entity, names, after) };
    });
    const givers = new Map(
      values.flatMap(({ before, after }, at): [string, number][] =>
        before !== undefined && before !== after ? [[before, at]] : [],
      ),
    );
    for (const [taker, { before, after }] of values.entries()) {
      const giver = after === undefined || before === after ? undefined : givers.get(after);
      if (giver !== undefined && giver !== taker) handovers.push({ giver, taker });
    }
  }
  return handovers;
}

function keyOf(entity: EntityKey, names: string[], record: object | null): string | undefined {
  // the cast: records have the fields of their kind
  const values = names.map((name) => (record as FieldValues | null)?.[name] ?? null);
  return values.every((value) => value === null) ? undefined : JSON.stringify([entity, ...values]);
}

/** Finds what the database requires: a record exists before others refer to it, and as long as they do. */
function findDependencies(crud: Pick<CrudContext, 'entities'>, changes: RecordLogChange[]): Predecessors {
  const changeOf = new Map(changes.map(({ entity, recordId }, at) => [`${entity} ${recordId}`, at]));
  const referencedChanges = ({ entity }: RecordLogChange, refs: RecordLogChange['refs']): number[] =>
    Object.entries(refs).flatMap(
      ([pointer, id]) => changeOf.get(`${referencedEntityKey(entityByKey(crud, entity), pointer)} ${id}`) ?? [],
    );
  const predecessors = changes.map(() => new Set<number>());
  for (const [at, change] of changes.entries()) {
    const { before, after, refs, refsBefore = after ? {} : refs } = change;
    for (const other of after ? referencedChanges(change, refs) : [])
      if (other !== at && changes[other]?.before === null) predecessors[at]?.add(other);
    for (const other of before ? referencedChanges(change, refsBefore) : [])
      if (other !== at && changes[other]?.after === null) predecessors[other]?.add(at);
  }
  return predecessors;
}

/** Whether a change comes before another one, directly or because of others between them. */
function comesBefore(predecessors: Predecessors, first: number, second: number): boolean {
  const seen = new Set([second]);
  for (const at of seen) {
    if (at === first) return true;
    for (const predecessor of predecessors[at] ?? []) seen.add(predecessor);
  }
  return false;
}
