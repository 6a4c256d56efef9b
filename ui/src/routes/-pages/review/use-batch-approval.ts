import { useState } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { resourceClient } from '#crud/resource.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import { type ReviewFilter, waitingTimes } from '../home/home-search.ts';
import { addRefusedDecision } from '../home/refused-decisions.tsx';
import { type RecordToReview, reviewKey } from '../home/review-rows.ts';
import { type DecisionFailure, notAppliedText } from '../home/use-immediate-decision.ts';

/** The most items that are approved at once, which is also the limit of the bulk operations. */
export const MAX_BATCH_ITEMS = 500;
const PAGE_SIZE = 100;

/** Items to approve together, in the versions that they had when they were listed. */
interface Batch {
  items: RecordToReview[];
  countByEntity: Map<EntityKey, number>;
  /** How many items are left out, because the user may not approve them. */
  deniedCount: number;
}

/** Lists the items that lack nothing, and approves those that the user may approve. */
export function useBatchApproval(entity: EntityKey | 'all', filter: ReviewFilter, decidedKeys: ReadonlySet<string>) {
  const { t, language } = useTexts();
  const { can, user } = useSession();
  const [batch, setBatch] = useState<Batch>();
  const [state, setState] = useState<'idle' | 'loading' | 'sending'>('idle');

  /** Runs a step; the API client has already shown its failure. */
  async function run(step: 'loading' | 'sending', work: () => Promise<void>): Promise<void> {
    setState(step);
    try {
      await work();
    } catch {
      setBatch(undefined);
    } finally {
      setState('idle');
    }
  }

  async function prepare(): Promise<void> {
    const listed = (await listReadyItems(entity, filter)).filter((item) => !decidedKeys.has(reviewKey(item)));
    const items = listed.filter((item) => !item.ownWork && can(`${item.entity}:review`));
    const countByEntity = new Map<EntityKey, number>();
    for (const item of items) countByEntity.set(item.entity, (countByEntity.get(item.entity) ?? 0) + 1);
    setBatch({ items, countByEntity, deniedCount: listed.length - items.length });
  }

  async function approve({ items, countByEntity }: Batch): Promise<void> {
    let approvedCount = 0;
    const refuse = (item: RecordToReview, problem: DecisionFailure) =>
      addRefusedDecision({ item, username: user?.username, message: notAppliedText(item, problem, language) });
    for (const key of countByEntity.keys()) {
      const ofEntity = items.filter((item) => item.entity === key);
      const records = ofEntity.filter(({ kind }) => kind === 'record');
      const calls = resourceClient(getEntity(key));
      if (records.length > 0) {
        const outcomes = await calls.bulk(
          'approve',
          records.map(({ id, version }) => ({ id, version })),
        );
        for (const [index, { code, message = '' }] of outcomes.entries()) {
          const record = records[index];
          if (code < 400) approvedCount++;
          else if (record) refuse(record, { status: code, message, fields: [], current: undefined });
        }
      }
      for (const item of ofEntity.filter(({ kind }) => kind === 'proposal')) {
        try {
          await calls.decide(item.id, item.version, { decision: 'approve' }, { quiet: true });
          approvedCount++;
        } catch (error) {
          refuse(item, toProblem(error, language));
        }
      }
    }
    refreshReads();
    setBatch(undefined);
    notify.success(t('review.approvedReady', { n: number(approvedCount) }));
  }

  return {
    batch,
    isLoading: state === 'loading',
    isSending: state === 'sending',
    prepare: () => void run('loading', prepare),
    cancel: () => setBatch(undefined),
    approve: () => batch && void run('sending', () => approve(batch)),
  };
}

/** Lists the records and proposals that lack nothing, oldest first. */
async function listReadyItems(entity: EntityKey | 'all', { age, ...filter }: ReviewFilter): Promise<RecordToReview[]> {
  const items: RecordToReview[] = [];
  for (let page = 1; items.length < MAX_BATCH_ITEMS; page++) {
    const query = {
      ...filter,
      ...waitingTimes(age),
      ...(entity !== 'all' && { entity }),
      missing: 'none',
      page,
      pageSize: PAGE_SIZE,
    } as const;
    const { data } = await api.GET('/api/v1/reviews', { params: { query } });
    items.push(...data.items.filter((item) => item.kind !== 'import'));
    if (page * PAGE_SIZE >= data.total) break;
  }
  // pages may be short of items that were decided on while they were read, and then the last one has too many
  return items.slice(0, MAX_BATCH_ITEMS);
}
