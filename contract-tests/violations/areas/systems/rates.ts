import { dropQuery, inData, inEachItem, keepItems } from '../../kit/edits.ts';
import { ofKind, ops } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const ITEM = '#/components/schemas/RateItem/properties';
const SERIES = '#/paths/~1api~1v1~1rate-board~1{id}~1series/get';
const ANSWER = '#/components/schemas/RateSeriesAnswer';
const list = ofKind('rate_board', 'list');
const series = ops('getRateSeries');

export const rateViolations = violationsOf('rates and calculations', [
  {
    id: 'rate-change-has-four-decimals',
    at: `${ITEM}/change`,
    breaks: 'Per cent against it, signed, two decimals.',
    on: list,
    response: inEachItem((item) => item.change && Object.assign(item, { change: `${item.change}00` })),
  },
  {
    id: 'rate-change-has-wrong-sign',
    at: `${ITEM}/change`,
    breaks: 'Per cent against it, signed.',
    on: list,
    response: inEachItem((item) => {
      if (item.change)
        item.change = item.change.startsWith('-') ? item.change.slice(1) : `-${item.change.replace('+', '')}`;
    }),
  },
  {
    id: 'rate-change-is-absolute',
    at: `${ITEM}/change`,
    breaks: 'Per cent against it.',
    on: list,
    response: inEachItem(
      (item) => item.change && Object.assign(item, { change: (Number(item.change) / 100).toFixed(2) }),
    ),
  },
  {
    id: 'rate-previous-is-own-value',
    at: `${ITEM}/previous`,
    breaks: 'The value before; null where there is none.',
    on: list,
    response: inEachItem((item) => item.previous && Object.assign(item, { previous: item.middle ?? item.sell })),
  },
  {
    id: 'rate-previous-missing',
    at: `${ITEM}/previous`,
    breaks: 'in the view `latest` the value of the same pair before it',
    on: list,
    response: inEachItem((item) => Object.assign(item, { previous: null, change: null })),
  },
  {
    id: 'rate-trend-newest-first',
    at: `${ITEM}/trend`,
    breaks: 'The pair’s last values, oldest first.',
    on: list,
    response: inEachItem(({ trend }) => trend.reverse()),
  },
  {
    id: 'rate-trend-lacks-newest',
    at: `${ITEM}/trend`,
    breaks: 'The pair’s last values.',
    on: list,
    response: inEachItem(({ trend }) => trend.pop()),
  },
  {
    id: 'rate-trend-in-view-all',
    at: `${ITEM}/trend`,
    breaks: 'empty in the view `all`',
    on: list,
    response: inEachItem((item, { query }) => {
      if (query.get('view') === 'all') item.trend = [{ quotedAt: item.quotedAt, value: item.middle ?? '1' }];
    }),
  },
  {
    id: 'latest-view-hides-pending',
    at: '#/paths/~1api~1v1~1rate-board/get/parameters (view)',
    breaks: '`latest` is the newest active of each pair, and the pending ones.',
    on: list,
    response: keepItems(({ status }: Data, { query }) => query.get('view') === 'all' || status !== 'pending'),
  },
  {
    id: 'latest-view-shows-oldest-of-pair',
    at: '#/paths/~1api~1v1~1rate-board/get/parameters (view)',
    breaks: '`latest` is the newest active of each pair.',
    on: list,
    response: inEachItem((item, { query }) => {
      if (query.get('view') !== 'all' && item.trend.length > 1) item.quotedAt = item.trend[0].quotedAt;
    }),
  },
  {
    id: 'default-view-is-all',
    at: '#/paths/~1api~1v1~1rate-board/get/parameters (view)',
    breaks: 'default: latest',
    on: list,
    request: ({ query }) => {
      if (!query.has('view')) query.set('view', 'all');
    },
  },
  {
    id: 'series-newest-first',
    at: `${SERIES}/responses/200`,
    breaks: 'Oldest first.',
    on: series,
    response: inData(({ points }) => points.reverse()),
  },
  {
    id: 'series-lacks-own-value',
    at: SERIES,
    breaks: 'Those of active rates of the same base, quote, source and unit, and its own.',
    on: series,
    response: inData(({ points }) => points.pop()),
  },
  {
    id: 'series-days-ignored',
    at: `${SERIES}/parameters`,
    breaks: 'Only the values of so many days up to the newest.',
    on: series,
    request: dropQuery('days'),
  },
  {
    id: 'series-amount-always-middle',
    at: SERIES,
    breaks: 'the first one that it has of middle, sell, buy, cashSell and cashBuy',
    on: series,
    response: inData(
      (data) => data.amount && Object.assign(data, { amount: data.amount === 'middle' ? 'sell' : 'middle' }),
    ),
  },
  {
    id: 'series-change-unsigned',
    at: `${ANSWER} (change)`,
    breaks: 'Per cent against it, signed, two decimals.',
    on: series,
    response: inData((data) => {
      data.change = data.change?.replace(/^[+-]/, '') ?? null;
    }),
  },
  {
    id: 'series-previous-missing',
    at: `${ANSWER} (previous)`,
    breaks: 'The value before; null where there is none.',
    on: series,
    response: inData((data) => Object.assign(data, { previous: null })),
  },
  {
    id: 'series-values-rounded',
    at: `${ANSWER} (points)`,
    breaks: 'each the amount by which the rate is compared',
    on: series,
    response: inData(({ points }) => {
      for (const point of points) point.value = Number(point.value).toFixed(2);
    }),
  },
]);
