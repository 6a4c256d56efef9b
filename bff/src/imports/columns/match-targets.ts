import { targetOf } from '#columns/targets.ts';
import type { Entity } from '#crud/model.ts';
import type { Language } from '#http/contract.ts';

/**
 * What people and other systems call fields, compared as folded by `foldName`. A name of several fields means the first one that the entity
 * has. The first name is the heading of the field in English templates, the first one with a Chinese character that in Chinese ones.
 */
const SYNONYMS: Record<string, string> = {
  iataCode: 'IATA code, iata, IATA 代码, 三字码, 城市三字码',
  icaoCode: 'ICAO code, icao, ICAO 代码, 四字码',
  telegraphCode: 'Telegraph code, code, telegraph, teleCode, 电报码, 代码, 车站代码, 电报代码',
  alpha3Code: 'Alpha-3, iso3, iso alpha-3, 三字码, 三字代码',
  code: 'Code, iata, iata code, country code, airport code, city code, airline code, cabin code, station code, ident, 代码, 编码, 编号, 三字码, 二字码, iata 代码',
  name: 'Name, title, 名称, 名字, 国家名称, 机场名称, 城市名称, 车站名称, 站名',
  locales: 'Names by language, names, 多语言名称',
  continent: 'Continent, continent code, 大洲, 洲',
  region: 'Region, 区域, 地区',
  currency: 'Currency, currency code, 货币, 币种',
  symbol: 'Currency symbol, symbol, 货币符号, 符号',
  country: 'Country, country code, iso country, nation, 国家/地区, 国家, 国家代码',
  city: 'City, city code, municipality, 城市, 城市代码, 所在城市',
  airline: 'Airline, airline code, carrier, 航空公司, 航司',
  cnCode: 'GB/T 2260 code, gbt2260, adcode, 行政区划代码, 区划代码',
  type: 'Type, 类型',
  iataAccountingCode: 'IATA accounting code, accounting code, prefix, ticket prefix, IATA 结算代码, 结算代码, 票证代码',
  callsign: 'Callsign, call sign, 呼号',
  website: 'Website, url, homepage, 官网, 网站, 网址',
  cabinClass: 'Cabin class, class, 舱位等级, 舱等',
  bookingClasses: 'Booking classes, rbd, booking codes, 订座舱位, 舱位代码',
  order: 'Order, sort, position, 排序, 顺序',
  supplier: 'Supplier, vendor, 供应商',
  countries: 'Countries, 适用国家/地区, 适用国家',
  validFrom: 'Valid from, start, start date, from, 生效日期, 开始日期',
  validTo: 'Valid to, end, end date, expiry, to, 截止日期, 结束日期',
  terms: 'Terms, 条款',
  contact: 'Contact, 联系人',
  latitude: 'Latitude, lat, latitude deg, y, 纬度',
  longitude: 'Longitude, lon, lng, long, longitude deg, x, 经度',
  timezone: 'Time zone, tz, tzid, 时区',
  pinyin: 'Pinyin, 拼音',
  pinyinInitials: 'Pinyin initials, initials, 拼音首字母, 首字母',
  base: 'Base currency, base, 基准货币',
  quote: 'Quote currency, quote, 报价货币',
  source: 'Source, 来源',
  quotedAt: 'Quoted at, quote time, time, 报价时间',
  unit: 'Unit, 单位',
  buy: 'Buying rate, buy, 现汇买入价, 买入价',
  sell: 'Selling rate, sell, 现汇卖出价, 卖出价',
  cashBuy: 'Cash buying rate, cash buying, cash buy, 现钞买入价',
  cashSell: 'Cash selling rate, cash selling, cash sell, 现钞卖出价',
  middle: 'Middle rate, middle, mid, rate, 中间价',
  uicCode: 'UIC code, uic, UIC 代码',
  eurailCode: 'Eurail code, eurail, Eurail 代码',
  address: 'Address, 地址',
  parent: 'Parent station, parent, 上级车站',
  isMain: 'Main station, is main, 城市主站, 主站',
  operatorCodes: 'Operator codes, 运营商代码',
  airports: 'Nearby airports, airports, 附近机场',
  openingHours: 'Opening hours, hours, 营业时间',
  'verification.state': 'Verification status, verification state, state, 核验状态',
  'verification.note': 'Verification note, note, 核验备注, 备注',
  'verification.evidence': 'Evidence link, evidence, 依据网址',
  'name[zh-CN]': 'Chinese name, name in chinese, name cn, 中文名称, 中文名, 名称（中文）',
  'name[en]': 'English name, name in english, 英文名称, 英文名, 名称（英文）',
  'aliases[zh-CN]': 'Chinese aliases, 中文别名',
  'aliases[en]': 'English aliases, 英文别名',
};

/** Returns the heading of a column in a template; a target without a name is headed by its key. */
export function headingOf(key: string, language: Language): string {
  const [english = key, ...names] = SYNONYMS[key]?.split(', ') ?? [];
  return language === 'en' ? english : (names.find((name) => /\p{Script=Han}/u.test(name)) ?? english);
}

/** Removes differences in case, spaces and punctuation, as between `ICAO_code` and `icaoCode`. */
const foldName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The keys of the targets that a folded name may mean, the likeliest first. */
const keysByName = new Map<string, string[]>();

for (const [key, synonyms] of Object.entries(SYNONYMS)) {
  for (const name of new Set([key, ...synonyms.split(', ')].map(foldName)))
    keysByName.set(name, [...(keysByName.get(name) ?? []), key]);
}

/** Matches names that end in a language, without their spaces: `name_en`, `name:zh-CN`, `名称(fr)`. */
const NAME_WITH_LANGUAGE = /^(.+?)[[(（_:.-]([A-Za-z]{2}(?:[-_](?:[A-Za-z]{4}|[A-Za-z]{2}))?)[\])）]?$/;
const LANGUAGE_MEMBERS: Record<string, string> = {
  name: 'name',
  名称: 'name',
  aliases: 'aliases',
  alias: 'aliases',
  别名: 'aliases',
};

/** Returns for each column the key of the target that its name matches, or null. Each target is used once, and exact names go first. */
export function matchTargets(entity: Entity, columns: string[]): (string | null)[] {
  const takenKeys = new Set(columns.filter((column) => targetOf(entity, column)));
  const columnByKey = new Map<string, number>();
  const match = (column: string, index: number) => {
    const key = takenKeys.has(column)
      ? column
      : keysFor(column).find((each) => targetOf(entity, each) && !takenKeys.has(each) && canFill(entity, column, each));
    if (key === undefined || columnByKey.has(key)) return;
    takenKeys.add(key);
    columnByKey.set(key, index);
  };
  // the source's own identifier fills the code only if no column is called a code
  for (const [index, column] of columns.entries()) if (!isIdentifier(column)) match(column, index);
  for (const [index, column] of columns.entries()) if (isIdentifier(column)) match(column, index);
  const keys = new Map([...columnByKey].map(([key, index]) => [index, key]));
  return columns.map((_, index) => keys.get(index) ?? null);
}

const isIdentifier = (column: string) => foldName(column) === 'ident';

const CODE_OF_ENTITY = /^(country|airport|city|airline|cabin|station)code$/;

/** Keeps a column such as `country_code` from filling the code of an airport. */
function canFill({ key }: Entity, column: string, target: string): boolean {
  const [, owner] = CODE_OF_ENTITY.exec(foldName(column)) ?? [];
  return target !== 'code' || owner === undefined || key.endsWith(owner);
}

function keysFor(column: string): string[] {
  const [, memberName = '', tag] = NAME_WITH_LANGUAGE.exec(column.replaceAll(/\s/g, '')) ?? [];
  const member = LANGUAGE_MEMBERS[foldName(memberName)];
  return [...(keysByName.get(foldName(column)) ?? []), ...(member && tag ? [`${member}[${languageOf(tag)}]`] : [])];
}

/** Turns a tag such as `zh_cn` or `zh` into `zh-CN`. */
function languageOf(tag: string): string {
  const [language = '', region] = tag.split(/[-_]/);
  if (language.toLowerCase() === 'zh' && !region) return 'zh-CN';
  return region ? `${language.toLowerCase()}-${caseSubtag(region)}` : language.toLowerCase();
}

const caseSubtag = (subtag: string) =>
  subtag.length === 2 ? subtag.toUpperCase() : `${subtag.slice(0, 1).toUpperCase()}${subtag.slice(1).toLowerCase()}`;
