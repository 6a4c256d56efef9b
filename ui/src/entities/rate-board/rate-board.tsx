import { enums } from '#api/facts.gen.ts';
import { defineEntity } from '#crud/define-entity.ts';
import {
  amountColumn,
  changeColumn,
  middleColumn,
  pairColumn,
  quotedAtColumn,
  trendColumn,
  unitColumn,
} from './rate-columns.tsx';

export const rateBoard = defineEntity({
  key: 'rate_board',
  path: '/rate-board',
  resource: '/api/v1/rate-board',
  schema: 'RateWrite',
  icon: 'exchange',
  columns: [
    pairColumn,
    unitColumn,
    middleColumn,
    changeColumn,
    trendColumn,
    amountColumn('buy'),
    amountColumn('sell'),
    quotedAtColumn,
    { ...amountColumn('cashBuy'), hidden: true },
    { ...amountColumn('cashSell'), hidden: true },
  ],
  filters: [
    { id: 'view', values: ['latest', 'all'], initial: 'latest' },
    { id: 'base', values: enums.Currency },
    { id: 'quote', values: enums.Currency },
    { id: 'source' },
  ],
  form: { load: () => import('./rate-fields.tsx'), place: 'dialog' },
});
