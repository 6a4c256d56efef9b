import { requiredToApprove } from '#api/metadata.gen.ts';
import type { Problem } from '#api/problem.ts';
import { isEmpty } from '#api/rules.ts';
import { t } from '#i18n/i18n.ts';
import type { EntityUi, Values } from './define-entity.ts';
import { pointerLabel } from './text/value-text.ts';

const missingFieldsText = (pointers: readonly string[]) =>
  t('record.neededForApproval', { fields: pointers.map(pointerLabel).join(t('common.separator')) });

/** Returns a text with the fields that a record lacks for approval, or undefined if it lacks none. */
export function missingForApprovalText({ key }: EntityUi, record: Values): string | undefined {
  const missing = requiredToApprove[key].filter((name) => isEmpty(record[name]));
  return missing.length > 0 ? missingFieldsText(missing.map((name) => `/${name}`)) : undefined;
}

type Refusal = Pick<Problem, 'fields' | 'message'>;

/** Returns why the server rejected a decision, with the names of missing fields if that is the reason. */
export function decisionErrorText({ fields, message }: Refusal): string {
  const missing = fields.filter(({ rule }) => rule === 'requiredToApprove').map(({ pointer }) => pointer);
  return missing.length > 0 ? missingFieldsText(missing) : message;
}

/**
 * Whether a change was not approved because its record has changed since it was proposed. By the contract, the current state in a 412
 * response is otherwise the proposal, which has been edited since it was read.
 */
export const conflictsWithRecord = ({ status, current }: Pick<Problem, 'status' | 'current'>): boolean =>
  status === 412 && current !== undefined && !('baseVersion' in current);

/** Returns why the server rejected a decision on a proposal. */
export function proposalErrorText(problem: Problem): string {
  if (conflictsWithRecord(problem)) return t('proposal.staleTitle');
  return problem.status === 412 ? t('proposal.changedMeanwhile') : decisionErrorText(problem);
}
