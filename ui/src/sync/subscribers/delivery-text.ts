import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Delivery, wasSent } from './delivery.ts';

/** What a delivery was of, and what came back, in words. */
export function useDeliveryText() {
  const { t } = useTexts();
  return {
    /** PEK, 更新: the code stands beside it where there is one. */
    what: ({ kind, record, messageId }: Delivery): string => {
      if (kind === 'test') return t('subscriber.test.title');
      return record ? (record.code ?? `#${record.recordId}`) : messageId;
    },
    /** 503 · 84 毫秒 */
    answered: (delivery: Delivery): string => {
      if (!wasSent(delivery)) return '';
      const { status, duration } = delivery;
      return `${status ?? t('delivery.noAnswer')} · ${t('delivery.ms', { count: duration, shown: number(duration) })}`;
    },
  };
}
