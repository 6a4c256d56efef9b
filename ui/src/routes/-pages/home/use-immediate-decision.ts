import { useState } from 'react';
import type { Language, Schemas } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { decisionErrorText } from '#crud/missing-for-approval.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { resourceClient } from '#crud/resource.ts';
import { recordName, withCode } from '#crud/text/record-names.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import { type RecordReview, reviewKey } from './review-rows.ts';

export type Choice = Schemas['Decision']['decision'];

export interface ReviewDecision {
  choice: Choice;
  reason?: string | undefined;
  /** Also activates the approved record, which a proposal cannot. */
  activate?: boolean | undefined;
}

function sendDecision({ entity, id, version, kind }: RecordReview, decision: ReviewDecision): Promise<unknown> {
  const { choice, reason, activate } = decision;
  const calls = resourceClient(getEntity(entity));
  const reasonBody = reason ? { reason } : {};
  return kind === 'proposal'
    ? calls.decide(id, version, { decision: choice, ...reasonBody })
    : calls.transition(id, version, { event: choice, ...reasonBody, ...(activate && { activate }) });
}

/** Statuses of items that others have decided or changed; the queue is only out of date. */
const OVERTAKEN_STATUSES = new Set([404, 409, 412]);

/**
 * Sends a decision on an item as shown and reports a failure to the user. If the item has changed meanwhile, nothing is decided
 * (`overtaken`), and its row shows its current content. `onNotApplied` gets a message that names the item.
 */
export async function sendReviewDecision(
  item: RecordReview,
  decision: ReviewDecision,
  language: Language,
  onNotApplied?: (message: string) => void,
): Promise<'done' | 'overtaken' | 'failed'> {
  try {
    await sendDecision(item, decision);
    refreshReads();
    return 'done';
  } catch (error) {
    const problem = toProblem(error, language);
    // signed out: the session has already shown a message
    if (problem.status === 401) return 'overtaken';
    const name = withCode(item.code, recordName(item, language));
    if (OVERTAKEN_STATUSES.has(problem.status)) {
      // a proposal that somebody else has decided no longer exists
      const message =
        problem.status === 404
          ? t('home.overtaken', { name })
          : problem.status === 412
            ? t('home.changedMeanwhile', { name })
            : `${name}${t('common.colon')}${problem.message}`;
      notify.warning(message);
      onNotApplied?.(message);
      refreshReads();
      return 'overtaken';
    }
    const message = decisionErrorText(problem);
    notify.error(message);
    onNotApplied?.(`${name}${t('common.colon')}${message}`);
    return 'failed';
  }
}

export function useImmediateDecision() {
  const { language } = useTexts();
  const [busy, setBusy] = useState<string>();

  async function decide(item: RecordReview, choice: Choice, reason = '') {
    setBusy(reviewKey(item));
    const outcome = await sendReviewDecision(item, { choice, reason }, language);
    if (outcome === 'done')
      notify.success(t(`done.${choice}`, { name: withCode(item.code, recordName(item, language)) }));
    setBusy(undefined);
    return outcome;
  }

  return { busy, decide };
}
