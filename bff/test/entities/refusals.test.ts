import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityName, WriteBody } from '../kit/complete-bodies.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A refusal: changes to a valid body, and the pointer, the rule, the Chinese and the English text of the field error. */
type Refusal<K extends EntityName> = [Partial<Record<keyof WriteBody<K>, unknown>>, string, string, string, string];

const pairMessages = { latitude: '须与纬度一并填写', longitude: '须与经度一并填写' };
const nullIsland = [
  '/latitude',
  'notNullIsland',
  '纬度和经度不能都是 0',
  'Latitude and longitude cannot both be 0',
] as const;
const unknownTimeZone = ['/timezone', 'unknownTimeZone', '不是有效的时区', 'Not a valid time zone'] as const;
const unknownReference = ['unknownReference', '引用的记录不存在', 'The referenced record does not exist'] as const;
const invalidChoice = ['enum', '不在可选范围内', 'Not one of the options'] as const;
const duplicateItems = ['uniqueItems', '有重复项', 'Contains duplicates'] as const;
const required = ['required', '必填', 'Required'] as const;
const wrongType = ['type', '类型不正确', 'Wrong type'] as const;
const wrongFormat = ['format', '格式不正确', 'Wrong format'] as const;
const pattern = (pointer: string, zh: string, en: string) =>
  [pointer, 'pattern', `须为${zh}`, `Must be ${en}`] as const;
const atMost = (pointer: string, limit: number) => [pointer, 'maximum', `不大于 ${limit}`, `At most ${limit}`] as const;
const atLeast = (pointer: string, limit: number) =>
  [pointer, 'minimum', `不小于 ${limit}`, `At least ${limit}`] as const;
const websitePattern = (pointer: string) =>
  pattern(pointer, ' http:// 或 https:// 开头的网址', 'an address that begins with http:// or https://');
const timeZonePattern = pattern('/timezone', ' Asia/Shanghai 这样的时区名', 'a time zone such as Asia/Shanghai');
const pinyinPattern = pattern('/pinyin', '不带声调的小写拼音，以空格分开', 'pinyin in lower case, without tones');
const amountPattern = (pointer: string) =>
  pattern(
    pointer,
    '大于 0、整数和小数各不超过 10 位的数',
    'a number above 0 with at most 10 digits on each side of the decimal point',
  );
const timeOfDayPattern = (pointer: string) => pattern(pointer, ' 00:00 至 23:59 的时刻', 'a time from 00:00 to 23:59');
const closingTimePattern = pattern('/openingHours/0/closes', ' 00:00 至 24:00 的时刻', 'a time from 00:00 to 24:00');
const singleLinePattern = (pointer: string) =>
  pattern(pointer, '单行文字，首尾不带空格', 'one line of text without leading or trailing spaces');
const hours = (pattern: object) => ({ openingHours: [{ days: ['MO'], opens: '06:00', closes: '23:00', ...pattern }] });

const invalidTimes = ['soon', '2026-04-13', '2026-04-13T14:00:00', '2026-02-30T14:00:00Z', '2026-04-13T14:00:00+08'];
const invalidQuoteTimes = [
  ...invalidTimes,
  '2016-12-31T23:59:60Z',
  '0999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-14:00',
];

const placeRefusals: Refusal<'Airport' | 'EurailStation' | 'TrainStation'>[] = [
  [{ latitude: null }, '/latitude', 'together', pairMessages.longitude, 'Must be entered together with the longitude'],
  [{ longitude: null }, '/longitude', 'together', pairMessages.latitude, 'Must be entered together with the latitude'],
  [{ latitude: 0, longitude: 0 }, ...nullIsland],
  [{ latitude: 0.0000004, longitude: -0.0000004 }, ...nullIsland],
  [{ latitude: 90.000001 }, ...atMost('/latitude', 90)],
  [{ latitude: -91 }, ...atLeast('/latitude', -90)],
  [{ longitude: 180.5 }, ...atMost('/longitude', 180)],
  [{ longitude: -181 }, ...atLeast('/longitude', -180)],
  [{ latitude: '40.1' }, '/latitude', ...wrongType],
  [{ timezone: 'Asia/Atlantis' }, ...unknownTimeZone],
  [{ timezone: '东八区' }, ...timeZonePattern],
  [{ city: 'NOWHERE' }, '/city', ...unknownReference],
];

const refusals: { [K in EntityName]?: Refusal<K>[] } = {
  City: [
    [
      { cnCode: '110100', country: 'JP' },
      '/cnCode',
      'chinaOnly',
      '只用于中国大陆的城市',
      'Only for cities in mainland China',
    ],
    [{ cnCode: '11010' }, ...pattern('/cnCode', ' 6 位数字', '6 digits')],
    [{ code: 'AB' }, ...pattern('/code', ' 3 至 8 个字母或数字', '3 to 8 letters or digits')],
    [{ iataCode: 'B1S' }, ...pattern('/iataCode', ' 3 个字母', '3 letters')],
    [{ country: 'QZ' }, '/country', ...unknownReference],
    [{ continent: 'XX' }, '/continent', ...invalidChoice],
  ],
  Airline: [
    [
      { code: '12' },
      ...pattern('/code', ' 2 个字母或数字，至少 1 个字母', '2 letters or digits, including at least one letter'),
    ],
    [{ icaoCode: 'CC1' }, ...pattern('/icaoCode', ' 3 个字母', '3 letters')],
    [{ iataAccountingCode: '16' }, ...pattern('/iataAccountingCode', ' 3 位数字', '3 digits')],
    [{ iataAccountingCode: 16 }, '/iataAccountingCode', ...wrongType],
    [{ type: 'CARGO' }, '/type', ...invalidChoice],
    ...['javascript:alert(1)', 'ftp://a.example', '//a.example', 'https://', 'https:// a', ' https://a.example'].map(
      (address): Refusal<'Airline'> => [{ website: address }, ...websitePattern('/website')],
    ),
    [{ callsign: ' AIR' }, ...singleLinePattern('/callsign')],
  ],
  Cabin: [
    [{ code: 'Y1' }, ...pattern('/code', ' 1 至 2 个字母', '1 or 2 letters')],
    [{ bookingClasses: ['Y', 'B', 'Y'] }, '/bookingClasses', ...duplicateItems],
    [{ bookingClasses: ['Y', 'b'] }, ...pattern('/bookingClasses/1', ' A 至 Z 的一个字母', 'one letter from A to Z')],
    [{ cabinClass: 'steerage' }, '/cabinClass', ...invalidChoice],
    [{ airline: '00' }, '/airline', ...unknownReference],
    [{ order: 1000 }, ...atMost('/order', 999)],
    [{ order: 1.5 }, '/order', ...wrongType],
  ],
  Protocol: [
    [
      { validFrom: '2026-05-02', validTo: '2026-05-01' },
      ...['/validTo', 'notBefore', '不能早于生效日期', 'Must not be before the start date'],
    ] as Refusal<'Protocol'>,
    [{ validTo: '2026-02-30' }, '/validTo', ...wrongFormat],
    [{ countries: ['CN', 'QZ', 'FR'] }, '/countries/1', ...unknownReference],
    [{ countries: ['CN', 'CN'] }, '/countries', ...duplicateItems],
    [{ type: 'taxi' }, '/type', ...invalidChoice],
    [{ currency: 'XYZ' }, '/currency', ...invalidChoice],
    [{ terms: '  ' }, ...pattern('/terms', '非空白文字', 'text that is not just spaces')],
  ],
  Airport: [
    ...placeRefusals,
    [{ city: 'PAR' }, '/city', 'otherCountry', '这个城市不在所选国家/地区', 'This city is in another country'],
    [{ icaoCode: 'ZB1A' }, ...pattern('/icaoCode', ' 4 个字母', '4 letters')],
    [{ pinyin: 'Běijīng' }, ...pinyinPattern],
    [{ code: 'A B' }, ...pattern('/code', ' 2 至 10 个字母、数字或连字符', '2 to 10 letters, digits or hyphens')],
  ],
  Rate: [
    [{ quote: 'GBP' }, '/quote', 'different', '不能与基准货币相同', 'Must differ from the base currency'],
    [
      { middle: null },
      ...['/middle', 'oneNeeded', '这项与其余四种价格至少填一项', 'Enter this or one of the other four rates'],
    ] as Refusal<'Rate'>,
    [
      { buy: '9.1', sell: '9.0999999999' },
      '/sell',
      'notBelow',
      '不能低于现汇买入价',
      'Must not be below the buying rate',
    ],
    [
      { cashBuy: '10', cashSell: '9' },
      ...['/cashSell', 'notBelow', '不能低于现钞买入价', 'Must not be below the cash buying rate'],
    ] as Refusal<'Rate'>,
    ...['0', '0.00', '-1', '1e3', '1.12345678901', '12345678901', '.5', '1,5', ' 1'].map(
      (middle): Refusal<'Rate'> => [{ middle }, ...amountPattern('/middle')],
    ),
    [{ middle: 7.1 }, '/middle', ...wrongType],
    [{ unit: 10 }, '/unit', ...invalidChoice],
    [{ source: undefined }, '/source', ...required],
    ...invalidQuoteTimes.map((quotedAt): Refusal<'Rate'> => [{ quotedAt }, '/quotedAt', ...wrongFormat]),
  ],
  EurailStation: [
    ...placeRefusals,
    [
      { code: null },
      ...['/uicCode', 'oneNeeded', '这项与代码至少填一项', 'Enter this or the code'],
    ] as Refusal<'EurailStation'>,
    [{ city: 'PAR' }, '/city', 'otherCountry', '这个城市不在所选国家/地区', 'This city is in another country'],
    [{ uicCode: '801116' }, ...pattern('/uicCode', ' 7 位数字', '7 digits')],
    [
      { code: '-1' },
      ...pattern(
        '/code',
        ' UIC 代码，或“来源-编号”',
        'a UIC code, or the source and its station number joined by a hyphen',
      ),
    ],
    [{ parent: 'NONE-1' }, '/parent', ...unknownReference],
    [
      { operatorCodes: [{ operator: 'DB', code: 'A B' }] },
      ...pattern('/operatorCodes/0/code', ' 1 至 40 个字母或数字', '1 to 40 letters or digits'),
    ],
  ],
  TrainStation: [
    ...placeRefusals,
    [{ telegraphCode: 'VN1' }, ...pattern('/telegraphCode', ' 3 个字母', '3 letters')],
    [
      { pinyinInitials: 'BJN' },
      ...pattern('/pinyinInitials', ' 1 至 40 个小写字母或数字', '1 to 40 lower-case letters or digits'),
    ],
    [{ airports: [{ airport: 'NONE', distance: 1 }] }, '/airports/0/airport', ...unknownReference],
    [{ airports: [{ airport: 'PEK', distance: -1 }] }, ...atLeast('/airports/0/distance', 0)],
    [hours({ opens: '24:00' }), ...timeOfDayPattern('/openingHours/0/opens')],
    [hours({ opens: '6:00' }), ...timeOfDayPattern('/openingHours/0/opens')],
    [hours({ closes: '24:01' }), ...closingTimePattern],
    [hours({ closes: '23:60' }), ...closingTimePattern],
    [hours({ days: ['MO', 'MO'] }), '/openingHours/0/days', ...duplicateItems],
    [hours({ days: ['XX'] }), '/openingHours/0/days/0', ...invalidChoice],
    [hours({ days: [] }), '/openingHours/0/days', 'minItems', '至少 1 项', 'Must have 1 or more entries'],
    [{ verification: { state: 'certain' } }, '/verification/state', ...invalidChoice],
    [
      { verification: { state: 'verified', evidence: 'javascript:alert(1)' } },
      ...websitePattern('/verification/evidence'),
    ],
  ],
};

const cases = Object.entries(refusals).flatMap(([entity, entityRefusals]) =>
  // Cast: Object.entries loses that each list belongs to its entity.
  (entityRefusals as Refusal<EntityName>[]).map(([fields, ...problem]) => ({
    entity: entity as EntityName,
    fields,
    problem,
  })),
);

const clients = new Map<EntityName, ReturnType<typeof createEntityClient<EntityName>>>();
const clientOf = (entity: EntityName) =>
  clients.get(entity) ?? clients.set(entity, createEntityClient(service, entity)).get(entity);

test.each(cases)('$entity: $fields', async ({ entity, fields, problem }) => {
  expect((await clientOf(entity)?.expectRefusal.create(fields as object))?.fields).toEqual([problem]);
});

describe('a field that approval requires', () => {
  const requiredFields: { [K in EntityName]?: (keyof WriteBody<K>)[] } = {
    City: ['country'],
    Airline: ['type', 'country'],
    Cabin: ['cabinClass'],
    Protocol: ['supplier', 'type', 'validFrom', 'validTo'],
    Airport: ['country', 'city', 'latitude', 'longitude', 'timezone'],
    EurailStation: ['country', 'latitude', 'longitude'],
    TrainStation: ['city', 'latitude', 'longitude'],
  };

  test.each(Object.entries(requiredFields))('is required of a %s: %s', async (name, fieldNames) => {
    const client = createEntityClient(service, name as EntityName);
    const fields = Object.fromEntries(fieldNames.map((field) => [field, null]));
    const missingFieldErrors = fieldNames.map((field) => [
      `/${field}`,
      'requiredToApprove',
      '审核必填',
      'Required for approval',
    ]);
    const record = await client.createPending(fields);
    expect((await client.expectRefusal.transition(record, 'approve')).fields).toEqual(missingFieldErrors);
    const { items } = await (await service.as('reviewer')).ok('listReviews', { query: { pageSize: 100 } });
    expect(items.find(({ id, entity }) => id === record.id && entity === client.key)).toMatchObject({
      missing: fieldNames.map((field) => `/${field}`),
    });
    const activeRecord = await client.createActive();
    expect((await client.expectRefusal.update(activeRecord, fields)).fields).toEqual(missingFieldErrors);
  });

  test.each([
    'approved',
    'active',
    'inactive',
  ] as const)('cannot be removed from a country that is %s', async (status) => {
    const country = await createCountryClient(service).createInStatus[status]();
    const call = { path: { id: country.id }, ifMatch: country.version, body: bodyFrom(country, { continent: null }) };
    const { fields } = await (await service.as('editor')).expectRefusal('updateCountry', call, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/continent', rule: 'requiredToApprove' }]);
  });
});
