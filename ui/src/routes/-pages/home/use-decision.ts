import { useState } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { toProblem } from '#api/problem.ts';
import { decisionErrorText } from '#crud/missing-for-approval.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/query-client.ts';
import { recordName } from '#crud/record-names.ts';
import { resourceClient } from '#crud/resource.ts';
import { useTexts } from '#i18n/i18n.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import { type RecordReview, reviewKey } from './review-rows.ts';

export type Choice = Schemas['Decision']['decision'];

function sendDecision({ entity, id, version, kind }: RecordReview, choice: Choice, reason: string): Promise<unknown> {
  const calls = resourceClient(getEntity(entity));
  const reasonBody = reason ? { reason } : {};
  return kind === 'proposal'
    ? calls.decide(id, version, { decision: choice, ...reasonBody })
    : calls.transition(id, version, { event: choice, ...reasonBody });
}

/** Statuses of items that others have decided or changed; the queue is only out of date. */
const OVERTAKEN_STATUSES = new Set([404, 409, 412]);

export function useDecision() {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState<string>();

  /**
   * Decides on an item as shown. If it has changed meanwhile, nothing is decided (`overtaken`) and the row shows its current content.
   */
  async function decide(item: RecordReview, choice: Choice, reason = ''): Promise<'done' | 'overtaken' | 'failed'> {
    setBusy(reviewKey(item));
    try {
      await sendDecision(item, choice, reason);
      notify.success(t(choice === 'approve' ? 'home.approved' : 'home.rejected', { name: recordName(item, language) }));
      refreshReads();
      return 'done';
    } catch (error) {
      const problem = toProblem(error, language);
      // signed out: the session has already shown a message
      if (problem.status === 401) return 'overtaken';
      if (OVERTAKEN_STATUSES.has(problem.status)) {
        // a proposal that somebody else has decided no longer exists
        notify.warning(
          problem.status === 404
            ? t('home.overtaken', { name: recordName(item, language) })
            : problem.status === 412
              ? t('home.changedMeanwhile', { name: recordName(item, language) })
              : problem.message,
        );
        refreshReads();
        return 'overtaken';
      }
      notify.error(decisionErrorText(problem));
      return 'failed';
    } finally {
      setBusy(undefined);
    }
  }

  return { busy, decide };
}
