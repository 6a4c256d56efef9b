import { number } from '#i18n/format.ts';

/** Returns the number of entries as text; 10,000+ if the server stopped counting. */
export const totalText = ({ total, totalCapped }: { total: number; totalCapped: boolean }): string =>
  `${number(total)}${totalCapped ? '+' : ''}`;
