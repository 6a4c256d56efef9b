import { iconOf } from '#crud/define-entity.ts';
import { Time } from '#crud/time.tsx';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { Icon } from '#kit/icon.tsx';
import { type Delivery, furtherError, isDue } from './delivery.ts';
import { useDeliveryText } from './delivery-text.ts';
import { OutcomeMark } from './outcome-mark.tsx';

/** One delivery in two lines: what came of which change, then how. */
export function DeliveryLine({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { t } = useTexts();
  const { what, answered } = useDeliveryText();
  const { kind, outcome, entity, record, attempt, nextTime, time } = delivery;
  const how = [
    answered(delivery),
    attempt > 1 && t('delivery.attempt', { count: attempt }),
    kind === 'resend' && t('delivery.kind.resend'),
    nextTime && isDue(delivery) && t('delivery.next', { time: shortTime(nextTime) }),
    outcome !== 'delivered' && furtherError(delivery),
  ].filter(Boolean);
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-4 py-1.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <OutcomeMark outcome={outcome} className="w-22 flex-none text-xs" />
        <span className="min-w-0 flex-1">
          <span className="flex min-h-5 items-center gap-1.5">
            {entity && (
              <Icon name={iconOf(entity)} size={14} className="text-ink-3" label={t(`entity.${entity}.one`)} />
            )}
            {record ? <Code small>{what(delivery)}</Code> : <span className="cut text-xs">{what(delivery)}</span>}
            {record && <span className="cut text-xs text-ink-2">{t(`act.${record.action}`)}</span>}
            {record && <span className="flex-none font-mono text-2xs text-ink-3">v{record.version}</span>}
            <span className="ml-auto flex-none text-xs text-ink-3">
              <Time iso={time} />
            </span>
          </span>
          <span className="cut text-xs text-ink-3">{how.join(' · ')}</span>
        </span>
        <Icon name="chevron-right" size={14} className="text-ink-3" />
      </button>
    </li>
  );
}
