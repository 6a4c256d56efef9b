import { createItemInserter, type ItemInserter, MAX_ITEMS } from '#change-sets/edit-items.ts';
import { type ItemProblem, type ItemResult, toItemProblems, wholeItemProblem } from '#change-sets/engine/item.ts';
import type { Chunk } from '#change-sets/engine/process-items.ts';
import { evaluateItems, type Release } from '#change-sets/engine/release.ts';
import { countItems } from '#change-sets/set-items.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fieldsOf } from '#crud/rows.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { statusTarget } from '../columns/parse-raw-record.ts';
import { lockItemSet } from '../import-set.ts';
import type { StoredRow } from '../stored-row.ts';
import type { PendingReference } from '../values/candidate.ts';
import { eventsBetween } from '../values/prepare-bodies.ts';
import type { ApplyContext, RowChange } from './apply-context.ts';
import { firstStatus } from './row-source.ts';

type ItemBody = Schemas['ChangeSetItemBody'];
type RowResult = ItemResult<StoredRow>;

/** Puts rows into the change set of the import instead of writing them. Returns how many are done; the others wait for other rows. */
export async function addRowsToSet(
  context: ApplyContext,
  release: Release<StoredRow, RowChange>,
  caller: Caller,
  chunk: Chunk,
  rows: StoredRow[],
): Promise<number> {
  const { trx } = chunk;
  const setId = await lockItemSet(trx, context.stored.id);
  const items = await createItemInserter(context.crud, trx, { id: setId, due_time: null }, caller);
  let count = await countItems(trx, setId);
  const insert = async (body: ItemBody) => {
    if (count >= MAX_ITEMS) throw new Problem('tooManyItems', { parameters: { count: MAX_ITEMS } });
    await items.insert(body);
    count++;
  };
  const { changes, refused: results } = await evaluateItems(release, chunk, rows);
  // rows whose references are new come after those that create them
  for (let remaining = changes; remaining.length > 0; ) {
    const waiting: RowChange[] = [];
    for (const change of remaining) {
      const result = await addRow(context, chunk, { items, insert }, change);
      if (result) results.push(result);
      else waiting.push(change);
    }
    if (waiting.length === remaining.length) break;
    remaining = waiting;
  }
  await release.source.settle(chunk, results);
  return results.length;
}

/** The set that gets the items. */
interface ItemSet {
  items: ItemInserter;
  insert(body: ItemBody): Promise<void>;
}

/** Adds the items of a row. Returns undefined if it waits for another row. */
async function addRow(
  context: ApplyContext,
  { isLastRound }: Chunk,
  set: ItemSet,
  change: RowChange,
): Promise<RowResult | undefined> {
  const { item } = change;
  const refuse = (...problems: ItemProblem[]): RowResult => ({ item, outcome: 'refused', problems });
  const missing = change.candidate.pendingReferences.filter(
    ({ pointer, entityKey, code }) => change.values.refs[pointer] === undefined && !createsCode(set, entityKey, code),
  );
  const expected = missing.filter(({ mayBeCreatedByFile }) => mayBeCreatedByFile);
  if (expected.length > 0) return isLastRound ? refuse(...expected.map(toReferenceProblem('circle'))) : undefined;
  const unknown = missing.filter(({ entityKey }) => !context.apply.creates.includes(entityKey));
  if (unknown.length > 0) return refuse(...unknown.map(toReferenceProblem('unknownReference')));
  const body = toItemBody(context, change);
  if (body === 'unreachable') {
    const from = change.current?.record.status ?? 'pending';
    const parameters = { value: change.candidate.parsed.status ?? '', from };
    return refuse({ pointer: statusTarget.pointer, rule: 'statusUnreachable', parameters });
  }
  if (!body) return { item, outcome: 'unchanged' };
  try {
    // countries come first, as the missing places refer to them
    for (const { entityKey, code, name, country } of missing.toSorted(byCountry))
      if (!createsCode(set, entityKey, code)) {
        const values = { code, name, ...(country !== undefined && { country }) };
        await set.insert({ entity: entityKey, action: 'create', become: 'pending', values });
      }
    await set.insert(body);
    return { item, outcome: 'proposed' };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { item, ...toRefusal(error) };
  }
}

const createsCode = ({ items }: ItemSet, entityKey: EntityKey, code: string): boolean =>
  items.changes.some((change) => change.entity === entityKey && change.code === code);

const byCountry = (a: PendingReference, b: PendingReference): number =>
  Number(b.entityKey === 'country') - Number(a.entityKey === 'country');

const toReferenceProblem =
  (rule: 'circle' | 'unknownReference') =>
  ({ pointer, code }: PendingReference): ItemProblem => ({ pointer, rule, parameters: { value: code } });

function toRefusal(problem: Problem): Pick<RowResult, 'outcome' | 'problems'> {
  const { key, details } = problem;
  if (key === 'tooManyItems')
    return { outcome: 'refused', problems: [wholeItemProblem('tooManyForSet', { limit: MAX_ITEMS })] };
  // its status, too, was another one when the row was read
  if (key === 'versionConflict' || key === 'invalidTransition')
    return { outcome: 'conflicting', problems: [wholeItemProblem('changedSince')] };
  const problems = toItemProblems(problem).map(({ pointer, ...each }) => ({
    ...each,
    pointer: pointer?.replace(/^\/values(?=\/)/, ''),
  }));
  return { outcome: details.fields ? 'refused' : 'conflicting', problems };
}

const CREATED_STATUSES = new Set<string>(['pending', 'approved', 'active'] satisfies ItemBody['become'][]);

/** Returns what the row does to its record; undefined if nothing, `unreachable` if an item cannot lead to its status. */
function toItemBody(
  { entity, apply }: ApplyContext,
  { current, values, candidate, transition }: RowChange,
): ItemBody | 'unreachable' | undefined {
  const { key } = entity;
  if (!current) {
    const status = firstStatus(candidate, apply.status);
    if (!CREATED_STATUSES.has(status)) return 'unreachable';
    // the cast: the statuses of new records were just checked
    return { entity: key, action: 'create', become: status as NonNullable<ItemBody['become']>, values: values.fields };
  }
  const { id: recordId, version: recordVersion, status } = current.record;
  const target = { entity: key, recordId, recordVersion };
  const events = transition ? eventsBetween(status, transition.status, true) : [];
  const [event] = events ?? [];
  // an item triggers one event, and a file has no reason to reject a record
  if (!events || events.length > 1 || event === 'reject') return 'unreachable';
  const isChanged = changedPointers(fieldsOf(entity, current.record), values.fields).length > 0;
  if (isChanged) return { ...target, action: 'update', values: values.fields, ...(event && { event }) };
  return event && { ...target, action: 'transition', event };
}
