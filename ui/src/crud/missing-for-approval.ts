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

/** Returns why the server rejected a decision, with the names of missing fields if that is the reason. */
export function decisionErrorText({ fields, message }: Problem): string {
  const missing = fields.filter(({ rule }) => rule === 'requiredToApprove').map(({ pointer }) => pointer);
  return missing.length > 0 ? missingFieldsText(missing) : message;
}
