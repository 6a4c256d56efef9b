import { filterKeys, recordColumns, recordKeys } from './record-columns.ts';
import { createTable, exactText, type Migration } from './table.ts';

const amounts = ['buy', 'sell', 'cash_buy', 'cash_sell', 'middle'];

export const rateBoard: Migration = {
  name: '0011-rate-board',
  async up(knex) {
    await createTable(
      knex,
      'rate_board',
      recordColumns,
      `base ${exactText(3)} NOT NULL,
       quote ${exactText(3)} NOT NULL,
       source ${exactText(40)} NOT NULL,
       quoted_at DATETIME(3) NOT NULL,
       unit SMALLINT NOT NULL`,
      ...amounts.map((amount) => `${amount} DECIMAL(20,10) NULL`),
      `UNIQUE KEY rate_board__quoted_at (base, quote, source, quoted_at),
       KEY rate_board__status_pair (status, base, quote, source, quoted_at),
       KEY rate_board__pair_status (base, quote, source, status, quoted_at),
       KEY rate_board__plain_quoted_at (quoted_at)`,
      recordKeys('rate_board'),
      filterKeys('rate_board', 'quote', 'source', 'middle'),
    );
  },
};
