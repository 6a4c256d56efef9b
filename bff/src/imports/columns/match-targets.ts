import { targetOf } from '#columns/targets.ts';
import type { Entity } from '#crud/model.ts';

/** What people and other systems call fields, compared as folded by `foldName`. A name of several fields means the first one that the entity has. */
const SYNONYMS: Record<string, string> = {
  iataCode: 'iata, iata code, 三字码, 城市三字码, iata 代码',
  icaoCode: 'icao, icao code, 四字码, icao 代码',
  telegraphCode: 'code, telegraph, telegraph code, teleCode, 代码, 车站代码, 电报码, 电报代码',
  code: 'code, iata, iata code, country code, airport code, city code, airline code, cabin code, station code, ident, 代码, 编码, 编号, 三字码, 二字码, iata 代码',
  alpha3Code: 'alpha3, alpha-3, iso3, iso alpha-3, 三字代码',
  name: 'name, title, 名称, 名字, 国家名称, 机场名称, 城市名称, 车站名称, 站名',
  locales: 'names by language, names, 多语言名称',
  continent: 'continent, continent code, 大洲, 洲',
  region: 'region, 区域, 地区',
  currency: 'currency, currency code, 货币, 币种',
  symbol: 'symbol, currency symbol, 货币符号, 符号',
  country: 'country, country code, iso country, nation, 国家, 国家/地区, 国家代码',
  city: 'city, city code, municipality, 城市, 城市代码, 所在城市',
  airline: 'airline, airline code, carrier, 航空公司, 航司',
  cnCode: 'gb/t 2260 code, gbt2260, adcode, 行政区划代码, 区划代码',
  type: 'type, 类型',
  iataAccountingCode: 'iata accounting code, accounting code, prefix, ticket prefix, iata 结算代码, 结算代码, 票证代码',
  callsign: 'callsign, call sign, 呼号',
  website: 'website, url, homepage, 官网, 网站, 网址',
  cabinClass: 'cabin class, class, 舱位等级, 舱等',
  bookingClasses: 'booking classes, rbd, booking codes, 订座舱位, 舱位代码',
  order: 'order, sort, position, 排序, 顺序',
  supplier: 'supplier, vendor, 供应商',
  countries: 'countries, 适用国家/地区, 适用国家',
  validFrom: 'valid from, start, start date, from, 生效日期, 开始日期',
  validTo: 'valid to, end, end date, expiry, to, 截止日期, 结束日期',
  terms: 'terms, 条款',
  contact: 'contact, 联系人',
  latitude: 'latitude, lat, latitude deg, y, 纬度',
  longitude: 'longitude, lon, lng, long, longitude deg, x, 经度',
  timezone: 'timezone, time zone, tz, tzid, 时区',
  pinyin: 'pinyin, 拼音',
  pinyinInitials: 'pinyin initials, initials, 拼音首字母, 首字母',
  base: 'base, base currency, 基准货币',
  quote: 'quote, quote currency, 报价货币',
  source: 'source, 来源',
  quotedAt: 'quoted at, quote time, time, 报价时间',
  unit: 'unit, 单位',
  buy: 'buy, buying rate, 现汇买入价, 买入价',
  sell: 'sell, selling rate, 现汇卖出价, 卖出价',
  cashBuy: 'cash buy, cash buying, 现钞买入价',
  cashSell: 'cash sell, cash selling, 现钞卖出价',
  middle: 'middle, middle rate, mid, rate, 中间价',
  uicCode: 'uic, uic code, uic 代码',
  eurailCode: 'eurail, eurail code, eurail 代码',
  address: 'address, 地址',
  parent: 'parent, parent station, 上级车站',
  isMain: 'is main, main station, 城市主站, 主站',
  operatorCodes: 'operator codes, 运营商代码',
  airports: 'airports, nearby airports, 附近机场',
  openingHours: 'opening hours, hours, 营业时间',
  'verification.state': 'state, verification state, 核验状态',
  'verification.note': 'note, verification note, 备注, 核验备注',
  'verification.evidence': 'evidence, evidence link, 依据网址',
  'name[zh-CN]': 'chinese name, name in chinese, name cn, 中文名, 中文名称, 名称（中文）',
  'name[en]': 'english name, name in english, 英文名, 英文名称, 名称（英文）',
  'aliases[zh-CN]': 'chinese aliases, 中文别名',
  'aliases[en]': 'english aliases, 英文别名',
};

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
