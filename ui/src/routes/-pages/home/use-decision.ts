import { useState } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { toProblem } from '#api/problem.ts';
import { recordsChanged } from '#crud/changes.ts';
import { nameOf } from '#crud/names.ts';
import { refusalText } from '#crud/needed.ts';
import { notify } from '#crud/notify.ts';
import { resource } from '#crud/resource.ts';
import { useTexts } from '#i18n/i18n.ts';
import { entityOf } from '../../-frame/entity-of.ts';

export type ReviewItem = Schemas['ReviewItem'];
export type RecordReview = Schemas['RecordReview'];
export type Choice = Schemas['Decision']['decision'];

export const reviewKey = ({ entity, id, kind }: ReviewItem) => `${entity} ${id} ${kind}`;

function send({ entity, id, version, kind }: RecordReview, choice: Choice, reason: string): Promise<unknown> {
  const calls = resource(entityOf(entity));
  const why = reason ? { reason } : {};
  return kind === 'proposal'
    ? calls.decide(id, version, { decision: choice, ...why })
    : calls.transition(id, version, { event: choice, ...why });
}

/** Somebody was faster, or the record has moved on: no failure, only a queue that is out of date. */
const overtaken = new Set([404, 409, 412]);

export function useDecision() {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState<string>();

  /** Answers whether the item is dealt with, by this decision or by somebody else's. */
  async function decide(item: RecordReview, choice: Choice, reason = ''): Promise<boolean> {
    setBusy(reviewKey(item));
    try {
      await send(item, choice, reason);
      notify.success(t(choice === 'approve' ? 'home.approved' : 'home.rejected', { name: nameOf(item, language) }));
      recordsChanged();
      return true;
    } catch (error) {
      const problem = toProblem(error, language);
      // signed out: the session has said so already
      if (problem.status === 401) return true;
      if (overtaken.has(problem.status)) {
        // a proposal decided on by somebody else is simply not there any more
        notify.warning(
          problem.status === 404 ? t('home.overtaken', { name: nameOf(item, language) }) : problem.message,
        );
        recordsChanged();
        return true;
      }
      notify.error(refusalText(problem));
      return false;
    } finally {
      setBusy(undefined);
    }
  }

  return { busy, decide };
}
