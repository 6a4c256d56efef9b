import { insertRecords } from './insert-records.ts';
import type { Seed } from './seed.ts';
import { readTsv } from './tsv.ts';

const rates = readTsv(
  'rates',
  ['base', 'quote', 'source', 'quotedAt', 'unit'],
  ['buy', 'sell', 'cashBuy', 'cashSell', 'middle'],
);

export const rateBoard: Seed = {
  name: `${rates.length} rates`,
  async run(trx) {
    const records = rates.map(({ quotedAt, unit, buy, sell, cashBuy, cashSell, middle, ...rest }) => ({
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
    }));
    await insertRecords(trx, { key: 'rate_board' }, records);
  },
};

/** Removes trailing zeros, which the column does not keep either. */
function decimal(text: string | null): string | null {
  return text?.includes('.') ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text;
}
