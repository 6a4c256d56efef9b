import { useState } from 'react';
import type { Language, Schemas } from '#api/metadata.gen.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import { conflictsWithRecord, decisionErrorText } from '#crud/decision-errors.ts';
import { clearError, notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { rememberReason } from '#crud/reason-field.ts';
import { resourceClient } from '#crud/resource.ts';
import { proposalDoneText } from '#crud/text/done-messages.ts';
import { recordName, withCode } from '#crud/text/record-names.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import { type RecordToReview, reviewKey } from './review-rows.ts';

export type DecisionChoice = Schemas['Decision']['decision'];

export interface ReviewDecision {
  choice: DecisionChoice;
  reason?: string | undefined;
  /** Also activates the approved record, which a proposal cannot. */
  activate?: boolean | undefined;
}

function sendDecision({ entity, id, version, kind }: RecordToReview, decision: ReviewDecision): Promise<unknown> {
  const { choice, reason, activate } = decision;
  const calls = resourceClient(getEntity(entity));
  const reasonBody = reason ? { reason } : {};
  return kind === 'proposal'
    ? calls.decide(id, version, { decision: choice, ...reasonBody }, { quiet: true })
    : calls.transition(id, version, { event: choice, ...reasonBody, ...(activate && { activate }) }, { quiet: true });
}

/** Statuses of items that others have decided or changed; the queue is only out of date. */
const OVERTAKEN_STATUSES = new Set([404, 409, 412]);

/**
 * Sends a decision on an item as shown and reports a failure to the user. If the item has changed meanwhile, nothing is decided
 * (`overtaken`), and its row shows its current content. `onNotApplied` gets a message that names
 * the item, and the failure.
 */
export async function sendReviewDecision(
  item: RecordToReview,
  decision: ReviewDecision,
  language: Language,
  onNotApplied?: (message: string, problem: Problem) => void,
): Promise<'done' | 'overtaken' | 'failed'> {
  const errorKey = `decision ${reviewKey(item)}`;
  try {
    await sendDecision(item, decision);
    clearError(errorKey);
    refreshReads();
    return 'done';
  } catch (error) {
    const problem = toProblem(error, language);
    // signed out: the session has already shown a message
    if (problem.status === 401) return 'overtaken';
    const message = notAppliedText(item, problem, language);
    onNotApplied?.(message, problem);
    if (OVERTAKEN_STATUSES.has(problem.status)) {
      notify.warning(message);
      refreshReads();
      return 'overtaken';
    }
    notify.error(decisionErrorText(problem), errorKey);
    return 'failed';
  }
}

/** What a message says of the failure of a decision. */
export type DecisionFailure = Pick<Problem, 'status' | 'current' | 'fields' | 'message'>;

/** Returns why a decision on an item was not applied, in a message that names the item. */
export function notAppliedText(item: RecordToReview, problem: DecisionFailure, language: Language): string {
  const name = nameOf(item, language);
  // a proposal that somebody else has decided no longer exists
  if (problem.status === 404) return t('done.overtaken', { name });
  if (item.kind === 'proposal' && conflictsWithRecord(problem))
    return `${name}${t('common.colon')}${t('proposal.staleTitle')}`;
  if (problem.status === 412) return t('home.changedMeanwhile', { name });
  return `${name}${t('common.colon')}${decisionErrorText(problem)}`;
}

const nameOf = (item: RecordToReview, language: Language): string => withCode(item.code, recordName(item, language));

/** Returns what a message says after a decision on an item. */
const decisionDoneText = ({ kind, action }: RecordToReview, choice: DecisionChoice, name: string): string =>
  kind === 'proposal' ? proposalDoneText(choice, action, name) : t(`done.${choice}`, { name });

export function useImmediateDecision() {
  const { language } = useTexts();
  const [busy, setBusy] = useState<string>();

  async function decide(item: RecordToReview, choice: DecisionChoice, reason = '') {
    setBusy(reviewKey(item));
    const outcome = await sendReviewDecision(item, { choice, reason }, language);
    if (outcome === 'done') {
      if (reason) rememberReason(reason);
      notify.success(decisionDoneText(item, choice, nameOf(item, language)));
    }
    setBusy(undefined);
    return outcome;
  }

  return { busy, decide };
}
