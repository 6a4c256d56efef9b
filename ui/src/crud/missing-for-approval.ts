import { requiredToApprove } from '#api/facts.gen.ts';
import type { Problem } from '#api/problem.ts';
import { isEmpty } from '#api/rules.ts';
import { t } from '#i18n/i18n.ts';
import type { EntityUi, Values } from './define-entity.ts';
import { pointerText } from './value-text.ts';

const missingFieldsText = (pointers: readonly string[]) =>
  t('record.neededForApproval', { fields: pointers.map(pointerText).join(t('common.separator')) });

/** What a record still lacks to be approved, in words; undefined where it lacks nothing. */
export function missingForApprovalText({ key }: EntityUi, record: Values): string | undefined {
  const missing = requiredToApprove[key].filter((name) => isEmpty(record[name]));
  return missing.length > 0 ? missingFieldsText(missing.map((name) => `/${name}`)) : undefined;
}

/** Why the server refused a decision: what is missing by its name, where that is why. */
export function refusalText({ fields, message }: Problem): string {
  const missing = fields.filter(({ rule }) => rule === 'requiredToApprove').map(({ pointer }) => pointer);
  return missing.length > 0 ? missingFieldsText(missing) : message;
}
