import type { CrudContext } from '#crud/model.ts';
import { transactWithinTimeLimit } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { assertItemAllowed } from './draft-item.ts';
import { assertContributorsMayRead, createItemInserter, MAX_ITEMS } from './edit-items.ts';
import { lockVisibleSet } from './query-sets.ts';
import { queryItems } from './set-items.ts';
import { assertChangeable, contribute } from './stored-set.ts';
import { readWrittenSet } from './to-change-sets.ts';

type ItemBody = Schemas['ChangeSetItemBody'];
type Outcome = Schemas['ChangeSetBulkAnswer']['data']['items'][number];

/** Adds one action on many records to a set, in one transaction. A record that is refused does not stop the others. @throws Problem */
export const addItems = (crud: CrudContext, request: Request<'addChangeSetItems'>) =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { path, body, caller, language, traceId } = request;
    const { entity, items: targets } = body;
    const set = await lockVisibleSet(crud, trx, path.id, caller);
    const bodies = targets.map((target) => toItemBody(body, target));
    for (const itemBody of bodies) assertItemAllowed(caller, itemBody);
    await assertChangeable(trx, set, caller);
    await assertContributorsMayRead(trx, set.id, entity, caller);

    const stored: { entity: string; record_id: number | null }[] = await queryItems(trx, set.id).select(
      'entity',
      'record_id',
    );
    let count = stored.length;
    const recordIds = new Set(stored.filter((item) => item.entity === entity).map(({ record_id }) => record_id));
    const inserter = await createItemInserter(crud, trx, set, caller);
    const add = async (itemBody: ItemBody & { recordId: number }): Promise<Outcome> => {
      const { recordId } = itemBody;
      if (recordIds.has(recordId)) throw new Problem('itemExists');
      if (count >= MAX_ITEMS) throw new Problem('tooManyItems', { parameters: { count: MAX_ITEMS } });
      const itemId = await inserter.insert(itemBody);
      count += 1;
      recordIds.add(recordId);
      return { id: recordId, code: 201, data: { itemId } };
    };
    const outcomes: Outcome[] = [];
    for (const itemBody of bodies)
      outcomes.push(
        await add(itemBody).catch((error: unknown) => {
          // an error of the database has ended the transaction
          if (!(error instanceof Problem) || error.status >= 500) throw error;
          const { status: code } = error;
          return { id: itemBody.recordId, code, message: error.text(language), data: error.data(language, traceId) };
        }),
      );
    if (count > stored.length) await contribute(trx, set, caller);
    const changeSet = await readWrittenSet(crud, trx, set.id, request);
    return { status: 200 as const, data: { items: outcomes, changeSet } };
  });

function toItemBody(
  { entity, action, reason }: Schemas['ChangeSetItemsBody'],
  { id: recordId, version: recordVersion }: Schemas['ChangeSetItemsBody']['items'][number],
): ItemBody & { recordId: number } {
  const target = { entity, recordId, recordVersion, ...(reason !== undefined && { reason }) };
  return action === 'delete' ? { ...target, action } : { ...target, action: 'transition', event: action };
}
