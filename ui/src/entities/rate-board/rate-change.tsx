import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Tooltip } from '#kit/buttons/tooltip.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { isJump, percentText } from './rate.ts';

interface Props {
  /** The change in percent, such as +0.35. */
  change: string | null;
  previous: string | null;
}

/** The change of a rate from the previous one; only a jump is colored. */
export function RateChange({ change, previous }: Props) {
  const { t } = useTexts();
  if (change === null) return <span className="text-ink-3">—</span>;
  const jump = isJump(change);
  const text = percentText(change);
  const previousText = t(jump ? 'rate.jumped' : 'rate.before', { previous: previous ?? '' });
  const arrow = change.startsWith('+') ? 'arrow-up' : change.startsWith('-') ? 'arrow-down' : null;
  return (
    <Tooltip text={previousText}>
      <span className="inline-flex items-center gap-0.5 align-middle font-mono text-xs text-ink-2">
        {jump ? (
          <Tag tone="warn" icon="warning">
            {text}
          </Tag>
        ) : (
          <>
            {arrow && <Icon name={arrow} size={14} className="text-ink-3" />}
            {text}
          </>
        )}
        <span className="sr-only">{previousText}</span>
      </span>
    </Tooltip>
  );
}
