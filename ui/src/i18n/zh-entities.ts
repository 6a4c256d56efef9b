import type { Entity } from '#api/facts.gen.ts';
import { labels } from './zh-labels.ts';

interface EntityTexts {
  one: string;
  many: string;
  create: string;
  edit: string;
  delete: string;
  deleteQuestion: string;
  /** What the list's search looks at. */
  search: string;
  /** What the kind is good for, said while there is none. */
  first: string;
}

/** Names of the kinds, of their fields, and of the values that have a name. */
export const entities = {
  ...labels,
  entity: {
    country: {
      one: '国家/地区',
      many: '国家/地区',
      create: '新建国家/地区',
      edit: '编辑国家/地区',
      delete: '删除国家/地区',
      deleteQuestion: '确定删除这个国家/地区吗？',
      search: '代码、名称、拼音',
      first: '国家/地区是城市、机场、航空公司等数据的基础，按 ISO 3166-1 编码。',
    },
    city: {
      one: '城市',
      many: '城市',
      create: '新建城市',
      edit: '编辑城市',
      delete: '删除城市',
      deleteQuestion: '确定删除这个城市吗？',
      search: '代码、名称、拼音',
      first: '城市是机场和车站的所在地，有 IATA 城市代码的用该代码。',
    },
    airport: {
      one: '机场',
      many: '机场',
      create: '新建机场',
      edit: '编辑机场',
      delete: '删除机场',
      deleteQuestion: '确定删除这个机场吗？',
      search: '代码、名称、拼音',
      first: '机场供航班和接送使用，优先用 IATA 代码，其次用 ICAO 代码。',
    },
    airline: {
      one: '航空公司',
      many: '航空公司',
      create: '新建航空公司',
      edit: '编辑航空公司',
      delete: '删除航空公司',
      deleteQuestion: '确定删除这家航空公司吗？',
      search: '代码、名称、拼音',
      first: '航空公司是舱位和供应商协议的基础，按 IATA 二字代码编码。',
    },
    cabin: {
      one: '舱位',
      many: '舱位',
      create: '新建舱位',
      edit: '编辑舱位',
      delete: '删除舱位',
      deleteQuestion: '确定删除这个舱位吗？',
      search: '代码、名称、拼音',
      first: '舱位把订座舱位归入经济、商务等等级，可限定一家航空公司，也可通用。',
    },
    protocol: {
      one: '供应商协议',
      many: '供应商协议',
      create: '新建协议',
      edit: '编辑协议',
      delete: '删除协议',
      deleteQuestion: '确定删除这份协议吗？',
      search: '代码、名称、拼音',
      first: '协议记录与供应商约定的条款、适用范围和有效期。',
    },
    rate_board: {
      one: '汇率牌价',
      many: '汇率牌价',
      create: '新建牌价',
      edit: '编辑牌价',
      delete: '删除牌价',
      deleteQuestion: '确定删除这条牌价吗？',
      search: '货币、来源',
      first: '牌价由基准货币、报价货币、来源和时间确定，列表显示每个货币对的最新一条。',
    },
    train_station: {
      one: '火车站',
      many: '火车站',
      create: '新建火车站',
      edit: '编辑火车站',
      delete: '删除火车站',
      deleteQuestion: '确定删除这个火车站吗？',
      search: '代码、名称、拼音',
      first: '火车站按 12306 电报码编码，记录营业时间、附近机场和核验情况。',
    },
    eurail_station: {
      one: '欧洲铁路车站',
      many: '欧洲铁路车站',
      create: '新建车站',
      edit: '编辑车站',
      delete: '删除车站',
      deleteQuestion: '确定删除这个车站吗？',
      search: '代码、名称、拼音',
      first: '欧洲铁路车站按 UIC 代码编码，没有的用导入来源的编号。',
    },
  } satisfies Record<Entity, EntityTexts>,
};
