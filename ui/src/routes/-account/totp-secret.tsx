import { useEffect, useState } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { writeToClipboard } from '#kit/clipboard.ts';

/** The secret for an authenticator app, as a QR code and in groups of four characters to type. */
export function TotpSecret({ secret, uri }: Schemas['TotpSecret']) {
  const { t } = useTexts();
  async function copySecret(): Promise<void> {
    if (await writeToClipboard(secret)) notify.success(t('common.copied'));
    else notify.error(t('common.copyFailed'));
  }
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className="flex flex-wrap items-start gap-4">
      <QrCode text={uri} label={t('factor.qr')} />
      <div className="min-w-36 flex-1">
        <p className="font-medium">{t('factor.scan')}</p>
        <p className="text-xs text-ink-3">{t('factor.scanText')}</p>
        <p className="mt-3 flex items-center gap-1 text-xs text-ink-2">
          {t('factor.manual')}
          <IconButton
            icon="copy"
            aria-label={`${t('common.copy')}: ${t('factor.secret')}`}
            onClick={() => void copySecret()}
          />
        </p>
        <p
          data-testid="totp-secret"
          translate="no"
          className="flex flex-wrap gap-x-2 font-mono text-xs leading-5 font-medium"
        >
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their position
            <span key={index}>{group}</span>
          ))}
        </p>
      </div>
    </div>
  );
}

// scanners need a margin of four light modules around the code
const QUIET_ZONE_MODULES = 4;

/** Draws the dark modules of a row as one path; adjacent modules are joined to avoid hairlines between them. */
function rowPath(cells: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < cells.length; x += 1) {
    if (!cells[x] || cells[x - 1]) continue;
    const end = cells.findIndex((cell, index) => index > x && !cell);
    path += `M${x} ${y}h${(end < 0 ? cells.length : end) - x}v1H${x}z`;
  }
  return path;
}

interface QrCodeProps {
  text: string;
  label: string;
  /** in pixels, including the quiet zone */
  size?: number | undefined;
}

/** A QR code, dark on light in both themes because many scanners need that. The encoder is loaded when the first code is shown. */
function QrCode({ text, label, size = 184 }: QrCodeProps) {
  const [cells, setCells] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    let isUnmounted = false;
    void import('uqr').then(
      ({ encode }) => isUnmounted || setCells(encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES }).data),
    );
    return () => {
      isUnmounted = true;
    };
  }, [text]);
  const moduleCount = cells?.length ?? 1;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${moduleCount} ${moduleCount}`}
      shapeRendering="crispEdges"
      className="flex-none rounded-sm border border-line"
    >
      <rect width={moduleCount} height={moduleCount} fill="#fff" />
      <path d={cells?.map(rowPath).join('')} fill="#000" />
    </svg>
  );
}
