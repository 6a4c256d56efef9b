import { valueText } from '#crud/value-text.ts';
import type { Subscriber } from './subscriber.ts';

/** 启用、停用 · 中国 CN: what of a kind a subscriber takes; '' where it takes everything. */
export const filterText = (filter: Subscriber['filter']): string =>
  (['statuses', 'countries'] as const)
    .map((part) => valueText('SubscriberBody', `/filter/${part}`, filter?.[part]))
    .filter(Boolean)
    .join(' · ');
