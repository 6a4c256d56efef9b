import { t } from '#i18n/i18n.ts';

/** Whether all the digits of an app's code are there, before it is sent. */
export const validateTotpCode = ({ code }: { code: string }) => ({
  code: code.length < 6 ? t('factor.digits') : undefined,
});
