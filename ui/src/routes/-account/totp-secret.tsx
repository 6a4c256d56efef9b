import type { Schemas } from '#api/facts.gen.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { QrCode } from '#kit/display/qr-code.tsx';

/** The secret for an authenticator app, as a QR code and in groups of four characters to type. */
export function TotpSecret({ secret, uri }: Schemas['TotpSecret']) {
  const { t } = useTexts();
  const groups = secret.match(/.{1,4}/g) ?? [];
  const copy = () => void navigator.clipboard?.writeText(secret).then(() => notify.success(t('common.copied')));
  return (
    <div className="flex flex-wrap items-start gap-4">
      <QrCode text={uri} label={t('factor.qr')} />
      <div className="min-w-36 flex-1">
        <p className="font-medium">{t('factor.scan')}</p>
        <p className="text-xs text-ink-3">{t('factor.scanText')}</p>
        <p className="mt-3 flex items-center gap-1 text-xs text-ink-2">
          {t('factor.manual')}
          <IconButton icon="copy" aria-label={`${t('common.copy')}: ${t('factor.secret')}`} onClick={copy} />
        </p>
        <p data-secret translate="no" className="flex flex-wrap gap-x-2 font-mono text-xs leading-5 font-medium">
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their position
            <span key={index}>{group}</span>
          ))}
        </p>
      </div>
    </div>
  );
}
