import { entitySeed } from './entity-seed.ts';
import { readTsv } from './tsv.ts';

const rates = readTsv(
  'rates',
  ['base', 'quote', 'source', 'quotedAt', 'unit'],
  ['buy', 'sell', 'cashBuy', 'cashSell', 'middle'],
);

export const rateBoard = entitySeed(`${rates.length} rates`, { key: 'rate_board' }, () =>
  rates.map(({ quotedAt, unit, buy, sell, cashBuy, cashSell, middle, ...rest }) => ({
    fields: {
      ...rest,
      quotedAt: new Date(quotedAt),
      unit: Number(unit),
      buy: decimal(buy),
      sell: decimal(sell),
      cashBuy: decimal(cashBuy),
      cashSell: decimal(cashSell),
      middle: decimal(middle),
    },
  })),
);

/** Removes trailing zeros, which the column does not keep either. */
function decimal(text: string | null): string | null {
  return text?.includes('.') ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text;
}
