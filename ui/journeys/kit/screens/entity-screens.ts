import type { Page } from 'playwright-core';
import type { ApiClient } from '../api-client.ts';
import type { Translate } from '../language.ts';
import type { Screen } from './screens.ts';

/** An entity as the journeys open its list, card and form. */
export interface TestedEntity {
  key: string;
  path: string;
  resource: string;
  /** The code of a record with most fields filled, whose Chinese name is not also a text of the ui. */
  code?: string;
  /** The path of the form, if the form is a page of its own. */
  formPath?: string;
  /** The card and the form show a map. */
  hasMap?: true;
  /** Dialogs that open from the form. */
  formLayers?: (translate: Translate, formPath: string) => Screen[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

export const testedEntities: readonly TestedEntity[] = [
  { key: 'country', path: '/country', resource: '/countries', code: 'CN' },
  { key: 'city', path: '/city', resource: '/cities', code: 'BJS' },
  { key: 'airport', path: '/airport', resource: '/airports', code: 'PEK', formPath: '/airport/form', hasMap: true },
  {
    key: 'train_station',
    path: '/train-station',
    resource: '/train-stations',
    code: 'XQA',
    formPath: '/train-station/form',
    hasMap: true,
    formLayers: (translate, path) => [
      {
        name: 'days',
        path,
        openLayer: (page) => button(page, new RegExp(`^${translate('hours.days')}`)).click(),
        loadedMarker: (page) => page.getByRole('dialog', { name: translate('hours.chooseDays') }),
      },
      {
        name: 'time picker',
        path,
        openLayer: (page) => button(page, new RegExp(`${translate('kit.chooseTime')}$`)).click(),
        loadedMarker: (page) => page.getByRole('dialog', { name: translate('kit.chooseTime') }),
      },
    ],
  },
  {
    key: 'eurail_station',
    path: '/eu-stations',
    resource: '/eu-stations',
    code: '8033452',
    formPath: '/eu-stations/form',
    hasMap: true,
    formLayers: (translate, path) => [
      {
        name: 'rail dialog',
        path,
        openLayer: (page) => button(page, translate('station.editRail')).click(),
        loadedMarker: (page) => page.getByRole('textbox', { name: translate('field.operator') }).first(),
      },
    ],
  },
  { key: 'airline', path: '/airline', resource: '/airlines', code: 'CA' },
  { key: 'cabin', path: '/cabin', resource: '/cabins', code: 'XQ', formPath: '/cabin/form' },
  {
    key: 'protocol',
    path: '/protocol',
    resource: '/protocols',
    code: 'AIR-CA-2026',
    formPath: '/protocol/form',
    formLayers: (translate, path) => [
      {
        name: 'calendar',
        path,
        openLayer: (page) => button(page, translate('kit.openCalendar')).click(),
        loadedMarker: (page) =>
          page
            .getByRole('dialog', { name: translate('kit.openCalendar') })
            .getByRole('gridcell')
            .first(),
      },
    ],
  },
  { key: 'rate_board', path: '/rate-board', resource: '/rate-board' },
];

export const sampleCabin = {
  code: 'XQ',
  name: 'Trial Cabin',
  airline: 'CA',
  cabinClass: 'premium_economy',
  bookingClasses: ['X', 'Q'],
  locales: { 'zh-CN': { name: '试验舱' } },
};

/** A train station with opening hours, airports and a verification, which no station of the starter data has. */
export const sampleStation = {
  telegraphCode: 'XQA',
  name: 'Trial Station',
  city: 'BJS',
  address: 'Trial Road 1',
  latitude: 39.902318,
  longitude: 116.421034,
  timezone: 'Asia/Shanghai',
  pinyin: 'shiyan',
  pinyinInitials: 'sy',
  locales: { 'zh-CN': { name: '试验站' } },
  airports: [{ airport: 'PEK', distance: 24.6 }],
  openingHours: [
    { days: ['MO', 'TU', 'WE', 'TH', 'FR'], opens: '05:30', closes: '01:30' },
    { days: ['SA', 'SU'], opens: '00:00', closes: '24:00' },
  ],
  verification: { state: 'verified', note: 'Seen', evidence: 'https://kyfw.12306.cn/' },
};

/** Returns the list, card and forms of an entity. */
export async function screensOfEntity(
  { call }: ApiClient,
  entity: TestedEntity,
  translate: Translate,
): Promise<Screen[]> {
  const { key, resource, code, formPath, hasMap, formLayers } = entity;
  const query = code ? `code=${code}` : 'base=EUR&quote=CNY';
  const path = `${entity.path}?${query}`;
  const { items } = await call('GET', `${resource}?page=1&pageSize=10&${query}`);
  const { id } = items[0];
  const text = (name: string) => (page: Page) => page.getByText(translate(name), { exact: true }).first();
  const map = (page: Page) => page.getByRole('application', { name: translate('place.map') });
  const editPath = formPath ? `${formPath}?id=${id}` : `${path}&id=${id}&panel=edit`;
  const formMarker = hasMap ? map : text('form.basics');
  const screens: Screen[] = [
    { name: 'list', path, loadedMarker: (page) => page.getByRole('gridcell').getByRole('checkbox').first() },
    { name: 'card', path: `${path}&id=${id}&panel=view`, loadedMarker: hasMap ? map : text('record.recent') },
    { name: 'new', path: formPath ?? `${path}&panel=new`, loadedMarker: formMarker },
    { name: 'edit', path: editPath, loadedMarker: formMarker },
    ...(formPath ? [{ name: 'quick', path: `${path}&id=${id}&panel=quick`, loadedMarker: text('form.whole') }] : []),
    ...(formLayers?.(translate, editPath) ?? []),
  ];
  return screens.map((screen) => ({ ...screen, name: `${key}: ${screen.name}` }));
}
