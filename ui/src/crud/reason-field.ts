import { useTexts } from '#i18n/i18n.ts';
import type { ReasonField } from '#kit/layers/confirm-dialog.tsx';

/** Returns the field for the required reason of a rejection. */
export function useReasonField(): ReasonField {
  const { t } = useTexts();
  return {
    label: t('form.reason'),
    required: true,
    help: t('form.reasonHelp'),
    missingError: t('form.reasonMissing'),
    maxLength: 500,
  };
}
