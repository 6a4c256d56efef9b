import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Delivery, wasSent } from './delivery.ts';

/** Returns functions that describe a delivery and its response. */
export function useDeliveryText() {
  const { t } = useTexts();
  return {
    /** Returns the code or id of the delivered record, such as PEK. */
    subjectText: ({ kind, record, messageId }: Delivery): string => {
      if (kind === 'test') return t('subscriber.test.title');
      return record ? (record.code ?? `#${record.recordId}`) : messageId;
    },
    /** Returns the status and duration of the response: 503 · 84 毫秒. */
    responseText: (delivery: Delivery): string => {
      if (!wasSent(delivery)) return '';
      const { status, duration } = delivery;
      return `${status ?? t('delivery.noAnswer')} · ${t('delivery.ms', { count: duration, shown: number(duration) })}`;
    },
  };
}
