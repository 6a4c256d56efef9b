import type { Page } from 'playwright-core';
import type { ApiClient } from './api-client.ts';
import type { Translate } from './language.ts';
import type { Screen } from './screens.ts';

export interface Kind {
  key: string;
  path: string;
  resource: string;
  /** The code of a record with most fields filled, whose Chinese name is not also a text of the ui. */
  code?: string;
  /** The path of its form, for kinds whose form is a page. */
  form?: string;
  /** Its card and form show a map. */
  hasMap?: true;
  layers?: (translate: Translate, form: string) => Screen[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

export const kinds: readonly Kind[] = [
  { key: 'country', path: '/country', resource: '/countries', code: 'CN' },
  { key: 'city', path: '/city', resource: '/cities', code: 'BJS' },
  { key: 'airport', path: '/airport', resource: '/airports', code: 'PEK', form: '/airport/form', hasMap: true },
  {
    key: 'train_station',
    path: '/train-station',
    resource: '/train-stations',
    code: 'XQA',
    form: '/train-station/form',
    hasMap: true,
    layers: (translate, path) => [
      {
        name: 'days',
        path,
        open: (page) => button(page, new RegExp(`^${translate('hours.days')}`)).click(),
        marker: (page) => page.getByRole('dialog', { name: translate('hours.chooseDays') }),
      },
      {
        name: 'time picker',
        path,
        open: (page) => button(page, new RegExp(`${translate('kit.chooseTime')}$`)).click(),
        marker: (page) => page.getByRole('dialog', { name: translate('kit.chooseTime') }),
      },
    ],
  },
  {
    key: 'eurail_station',
    path: '/eu-stations',
    resource: '/eu-stations',
    code: '8033452',
    form: '/eu-stations/form',
    hasMap: true,
    layers: (translate, path) => [
      {
        name: 'rail dialog',
        path,
        open: (page) => button(page, translate('station.editRail')).click(),
        marker: (page) => page.getByRole('textbox', { name: translate('field.operator') }).first(),
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
    layers: (translate, path) => [
      {
        name: 'calendar',
        path,
        open: (page) => button(page, translate('kit.openCalendar')).click(),
        marker: (page) =>
          page
            .getByRole('dialog', { name: translate('kit.openCalendar') })
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

/** A train station with opening hours, airports and a verification, which no station of the starter set has. */
export const completeStation = {
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

/** The list, card and forms of a kind. */
export async function screensOfKind({ call }: ApiClient, kind: Kind, translate: Translate): Promise<Screen[]> {
  const { key, resource, code, form, hasMap, layers } = kind;
  const query = code ? `code=${code}` : 'base=EUR&quote=CNY';
  const path = `${kind.path}?${query}`;
  const { items } = await call('GET', `${resource}?page=1&pageSize=10&${query}`);
  const { id } = items[0];
  const text = (name: string) => (page: Page) => page.getByText(translate(name), { exact: true }).first();
  const map = (page: Page) => page.getByRole('application', { name: translate('place.map') });
  const edit = form ? `${form}?id=${id}` : `${path}&id=${id}&panel=edit`;
  const fields = hasMap ? map : text('form.basics');
  const screens: Screen[] = [
    { name: 'list', path, marker: (page) => page.getByRole('gridcell').getByRole('checkbox').first() },
    { name: 'card', path: `${path}&id=${id}&panel=view`, marker: hasMap ? map : text('record.recent') },
    { name: 'new', path: form ?? `${path}&panel=new`, marker: fields },
    { name: 'edit', path: edit, marker: fields },
    ...(form ? [{ name: 'quick', path: `${path}&id=${id}&panel=quick`, marker: text('form.whole') }] : []),
    ...(layers?.(translate, edit) ?? []),
  ];
  return screens.map((screen) => ({ ...screen, name: `${key}: ${screen.name}` }));
}
