import type { Page } from 'playwright-core';
import type { actAs } from './calls.ts';
import type { Word } from './language.ts';
import type { Place } from './places.ts';

export interface Kind {
  key: string;
  path: string;
  resource: string;
  /** Of a record with something in most of its fields, whose Chinese name is no word of the product's. */
  code?: string;
  /** Where its form has a page of its own. */
  form?: string;
  /** Shows a place on a map. */
  placed?: true;
  layers?: (word: Word, form: string) => Place[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

export const kinds: readonly Kind[] = [
  { key: 'country', path: '/country', resource: '/countries', code: 'CN' },
  { key: 'city', path: '/city', resource: '/cities', code: 'BJS' },
  { key: 'airport', path: '/airport', resource: '/airports', code: 'PEK', form: '/airport/form', placed: true },
  {
    key: 'train_station',
    path: '/train-station',
    resource: '/train-stations',
    code: 'XQA',
    form: '/train-station/form',
    placed: true,
    layers: (word, path) => [
      {
        name: 'days',
        path,
        open: (page) => button(page, new RegExp(`^${word('hours.days')}`)).click(),
        shows: (page) => page.getByRole('dialog', { name: word('hours.chooseDays') }),
      },
      {
        name: 'time picker',
        path,
        open: (page) => button(page, new RegExp(`${word('kit.chooseTime')}$`)).click(),
        shows: (page) => page.getByRole('dialog', { name: word('kit.chooseTime') }),
      },
    ],
  },
  {
    key: 'eurail_station',
    path: '/eu-stations',
    resource: '/eu-stations',
    code: '8033452',
    form: '/eu-stations/form',
    placed: true,
    layers: (word, path) => [
      {
        name: 'rail dialog',
        path,
        open: (page) => button(page, word('station.editRail')).click(),
        shows: (page) => page.getByRole('textbox', { name: word('field.operator') }).first(),
      },
    ],
  },
  { key: 'airline', path: '/airline', resource: '/airlines', code: 'CA' },
  { key: 'cabin', path: '/cabin', resource: '/cabins', code: 'XQ', form: '/cabin/form' },
  {
    key: 'protocol',
    path: '/protocol',
    resource: '/protocols',
    code: 'AIR-CA-2026',
    form: '/protocol/form',
    layers: (word, path) => [
      {
        name: 'calendar',
        path,
        open: (page) => button(page, word('kit.openCalendar')).click(),
        shows: (page) =>
          page
            .getByRole('dialog', { name: word('kit.openCalendar') })
            .getByRole('gridcell')
            .first(),
      },
    ],
  },
  { key: 'rate_board', path: '/rate-board', resource: '/rate-board' },
];

export const trialCabin = {
  ...{ code: 'XQ', name: 'Trial Cabin', airline: 'CA', cabinClass: 'premium_economy', bookingClasses: ['X', 'Q'] },
  locales: { 'zh-CN': { name: '试验舱' } },
};

/** A train station with hours, airports and a judgement, which the starter set does not hold. */
export const stationWithAll = {
  ...{ telegraphCode: 'XQA', name: 'Trial Station', city: 'BJS', address: 'Trial Road 1' },
  ...{ latitude: 39.902318, longitude: 116.421034, timezone: 'Asia/Shanghai', pinyin: 'shiyan', pinyinInitials: 'sy' },
  locales: { 'zh-CN': { name: '试验站' } },
  airports: [{ airport: 'PEK', distance: 24.6 }],
  openingHours: [
    { days: ['MO', 'TU', 'WE', 'TH', 'FR'], opens: '05:30', closes: '01:30' },
    { days: ['SA', 'SU'], opens: '00:00', closes: '24:00' },
  ],
  verification: { state: 'verified', note: 'Seen', evidence: 'https://kyfw.12306.cn/' },
};

type Someone = Awaited<ReturnType<typeof actAs>>;

/** A kind's list, a record's card, and its form wherever it opens. */
export async function placesOf({ call }: Someone, kind: Kind, word: Word): Promise<Place[]> {
  const { key, resource, code, form, placed, layers } = kind;
  const only = code ? `code=${code}` : 'base=EUR&quote=CNY';
  const path = `${kind.path}?${only}`;
  const { items } = await call('GET', `${resource}?page=1&pageSize=10&${only}`);
  const { id } = items[0];
  const text = (name: string) => (page: Page) => page.getByText(word(name), { exact: true }).first();
  const map = (page: Page) => page.getByRole('application', { name: word('place.map') });
  const edit = form ? `${form}?id=${id}` : `${path}&id=${id}&panel=edit`;
  const fields = placed ? map : text('form.basics');
  const visited: Place[] = [
    { name: 'list', path, shows: (page) => page.getByRole('gridcell').getByRole('checkbox').first() },
    { name: 'card', path: `${path}&id=${id}&panel=view`, shows: placed ? map : text('record.recent') },
    { name: 'new', path: form ?? `${path}&panel=new`, shows: fields },
    { name: 'edit', path: edit, shows: fields },
    ...(form ? [{ name: 'quick', path: `${path}&id=${id}&panel=quick`, shows: text('form.whole') }] : []),
    ...(layers?.(word, edit) ?? []),
  ];
  return visited.map((place) => ({ ...place, name: `${key}: ${place.name}` }));
}
