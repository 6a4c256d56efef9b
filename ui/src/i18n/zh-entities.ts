import type { Entity } from '#api/facts.gen.ts';

interface EntityTexts {
  one: string;
  many: string;
  create: string;
  edit: string;
  delete: string;
  deleteQuestion: string;
  /** What the kind is good for, said while there is none. */
  first: string;
}

/** Names of the kinds, of their fields, and of the values that have a name. */
export const entities = {
  entity: {
    country: {
      one: '国家/地区',
      many: '国家/地区',
      create: '新建国家/地区',
      edit: '编辑国家/地区',
      delete: '删除国家/地区',
      deleteQuestion: '确定删除这个国家/地区吗？',
      first: '国家/地区是城市、机场、航空公司等数据的基础，按 ISO 3166-1 编码。',
    },
  } satisfies Record<Entity, EntityTexts>,
  field: {
    code: '代码',
    name: '名称',
    locales: '多语言名称',
    status: '状态',
    createTime: '创建时间',
    updateTime: '更新时间',
    createdBy: '创建人',
    updatedBy: '更新人',
    version: '版本',
    actions: '操作',
    alpha3Code: '三字代码',
    continent: '大洲',
    region: '区域',
    currency: '货币',
    symbol: '货币符号',
  },
  value: {
    continent: { AF: '非洲', AN: '南极洲', AS: '亚洲', EU: '欧洲', NA: '北美洲', OC: '大洋洲', SA: '南美洲' },
    region: {
      'Australia and New Zealand': '澳大利亚和新西兰',
      'Central Asia': '中亚',
      'Eastern Asia': '东亚',
      'Eastern Europe': '东欧',
      'Latin America and the Caribbean': '拉丁美洲和加勒比',
      Melanesia: '美拉尼西亚',
      Micronesia: '密克罗尼西亚',
      'Northern Africa': '北非',
      'Northern America': '北美',
      'Northern Europe': '北欧',
      Polynesia: '波利尼西亚',
      'South-eastern Asia': '东南亚',
      'Southern Asia': '南亚',
      'Southern Europe': '南欧',
      'Sub-Saharan Africa': '撒哈拉以南非洲',
      'Western Asia': '西亚',
      'Western Europe': '西欧',
    },
  },
};
