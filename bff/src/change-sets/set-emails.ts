import { loadReaders } from '#access/rights.ts';
import { codeAndNameOf, entityByKey } from '#crud/entity.ts';
import type { CrudContext } from '#crud/model.ts';
import type { Transaction } from '#database';
import { mayRead } from '#http/caller.ts';
import type { EntityKey, Language } from '#http/contract.ts';
import { type Problem, ruleText } from '#http/problem.ts';
import { enqueueEmail } from '#mail/outbox.ts';
import { isAhead, toEffectiveOn } from './effective-time.ts';
import type { ItemResult } from './engine/item.ts';
import type { EventRequest, LockedSet } from './lock-for-event.ts';
import { toShownResults } from './release/conflicting-sets.ts';
import { queryItems, type SetItem } from './set-items.ts';
import type { StoredSet } from './stored-set.ts';

/** Returns when a set takes effect, for emails, unless that is at once. */
function toMailedDate(set: StoredSet): { date?: string } {
  const on = isAhead(set) ? toEffectiveOn(set) : null;
  return on === null ? {} : { date: `${on.replace('T', ' ')} (${set.zone})` };
}

/** Returns those of the users who see a set with items of these kinds. */
async function findViewerIds(trx: Transaction, userIds: number[], kinds: Iterable<EntityKey>): Promise<number[]> {
  const keys = [...new Set(kinds)];
  return [...(await loadReaders(trx, userIds))].flatMap(([id, reader]) =>
    keys.every((key) => mayRead(reader, key)) ? [id] : [],
  );
}

/** Queues an email to each of these users, except for whoever causes it, those who are not active, and those who may not see the set. */
export async function emailAboutSet(
  trx: Transaction,
  kind: 'setSubmitted' | 'setApproved' | 'setRejected',
  { set, items }: LockedSet,
  userIds: number[],
  { caller, body: { reason } }: EventRequest,
): Promise<void> {
  const others = userIds.filter((id) => id !== caller.id);
  const kinds = items.map(({ entity }) => entity);
  const recipients = await trx('user')
    .whereIn('id', await findViewerIds(trx, others, kinds))
    .where('status', 'active')
    .select('email', 'display_name', 'language');
  for (const { email: address, display_name: displayName, language } of recipients) {
    const work = {
      by: caller.username,
      title: set.title,
      items: items.length,
      path: `/change-sets/${set.id}`,
      ...toMailedDate(set),
    };
    const data = { displayName, ...work, ...(reason === undefined ? {} : { reason }) };
    await enqueueEmail(trx, { kind, address, language: language ?? 'zh-CN', data });
  }
}

/** Why a set is held: the refusal of its release, and what is wrong with its items. */
interface Hold {
  problem: Problem;
  results: ItemResult<SetItem>[];
}

/** Queues an email to author and approver of a set that could not be released on its date, as far as they may see it. */
export async function emailAboutHold(
  crud: CrudContext,
  trx: Transaction,
  { id, title, author, author_id, decided_by_id }: StoredSet,
  { problem, results }: Hold,
): Promise<void> {
  const kinds: EntityKey[] = await queryItems(trx, id).pluck('entity');
  const involvedIds = [author_id, ...(decided_by_id === null ? [] : [decided_by_id])];
  const recipients = await trx('user')
    .whereIn('id', await findViewerIds(trx, involvedIds, kinds))
    .where('status', 'active')
    .select('id', 'email', 'display_name', 'language');
  const readers = await loadReaders(trx, involvedIds);
  for (const { id: userId, email: address, display_name: displayName, language } of recipients) {
    const reader = { id: userId, administrator: false, may: () => false, ...readers.get(userId) };
    const reason = problem.text(language);
    const shown = await toShownResults(crud, trx, results, reader);
    const problems = toMailedProblems(crud, shown, language ?? 'zh-CN');
    const work = {
      by: author,
      isOwn: userId === author_id,
      title,
      items: kinds.length,
      reason,
      problems,
      path: `/change-sets/${id}`,
    };
    await enqueueEmail(trx, { kind: 'setHeld', address, language, data: { displayName, ...work } });
  }
}

const MAX_MAILED_PROBLEMS = 5;

/** Describes the first problems of items: which record, which field by its name in the contract, and why. */
function toMailedProblems(crud: CrudContext, results: ItemResult<SetItem>[], language: Language): string[] {
  const colon = language === 'zh-CN' ? '：' : ': ';
  const lines = results.flatMap(({ item: { entity: key, action, base, after }, problems = [] }) => {
    const entity = entityByKey(crud, key);
    const known = action !== 'create' && Object.keys(base.fields).length > 0 ? base : (after ?? base);
    const { code, name, locales } = codeAndNameOf(entity, known.fields);
    const record = [entity.label[language], code, locales[language]?.name ?? name].filter(Boolean).join(' ');
    return problems.map(({ pointer, rule, parameters }) =>
      [record, ...(pointer ? [pointer.slice(1)] : []), ruleText(rule, language, parameters)].join(colon),
    );
  });
  return [...lines.slice(0, MAX_MAILED_PROBLEMS), ...(lines.length > MAX_MAILED_PROBLEMS ? ['…'] : [])];
}
