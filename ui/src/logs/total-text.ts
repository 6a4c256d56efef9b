import { number } from '#i18n/format.ts';

/** How many there are; 10,000+ where nobody has counted on. */
export const totalText = ({ total, totalCapped }: { total: number; totalCapped: boolean }): string =>
  `${number(total)}${totalCapped ? '+' : ''}`;
