import { t } from '#i18n/i18n.ts';

/** Returns an error if the code of an authenticator app is incomplete. */
export const validateTotpCode = ({ code }: { code: string }) => ({
  code: code.length < 6 ? t('factor.digits') : undefined,
});
