import { copyText } from '#crud/text/copy-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { NumberText } from '#kit/table/cells.tsx';

/** A change's position in the feed, which it gets shortly after its commit in the feed, which is assigned shortly after its commit. */
export function PositionText({ position }: { position: number | null }) {
  const { t } = useTexts();
  if (position !== null) return <NumberText>{number(position)}</NumberText>;
  return (
    <span className="text-xs text-ink-3" title={t('dataLogs.noPositionText')}>
      {t('dataLogs.noPosition')}
    </span>
  );
}

/** A change's position with a button to copy it. */
export function Position({ position }: { position: number | null }) {
  const { t } = useTexts();
  return (
    <>
      <PositionText position={position} />
      {position !== null && (
        <IconButton
          icon="copy"
          aria-label={t('dataLogs.copyPosition')}
          className="-my-1 ml-auto"
          onClick={() => copyText(String(position))}
        />
      )}
    </>
  );
}
