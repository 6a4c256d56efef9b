import { dataLogs } from './zh-data-logs.ts';
import { entities } from './zh-entities.ts';
import { dateTexts, hours } from './zh-hours.ts';
import { imports } from './zh-imports.ts';
import { logs } from './zh-logs.ts';
import { pages } from './zh-pages.ts';
import { people } from './zh-people.ts';
import { map, places } from './zh-places.ts';
import { rates } from './zh-rates.ts';
import { records } from './zh-records.ts';
import { roles } from './zh-roles.ts';
import { sessionTexts } from './zh-session.ts';
import { stations } from './zh-stations.ts';
import { subscribers } from './zh-subscribers.ts';
import { sync } from './zh-sync.ts';
import { system } from './zh-system.ts';
import { tasks } from './zh-tasks.ts';

/** Chinese comes first: its keys are the product's, and English must have each of them to compile. */
export const zh = {
  ...dataLogs,
  ...pages,
  ...people,
  ...places,
  ...rates,
  ...records,
  ...roles,
  ...sessionTexts,
  ...stations,
  ...entities,
  ...hours,
  ...imports,
  ...logs,
  ...subscribers,
  ...tasks,
  ...sync,
  ...system,
  common: {
    save: '保存',
    cancel: '取消',
    delete: '删除',
    edit: '编辑',
    add: '新增',
    search: '搜索',
    reset: '重置',
    confirm: '确定',
    loading: '加载中',
    required: '必填',
    optional: '选填',
    total: '共计',
    pageSize: '每页',
    noData: '暂无数据',
    close: '关闭',
    clear: '清除',
    remove: '移除',
    copy: '复制',
    copied: '已复制',
    retry: '重试',
    more: '更多',
    back: '返回',
    undo: '撤销',
    none: '无',
    all: '全部',
    separator: '、',
  },
  message: {
    saveSuccess: '保存成功',
    deleteSuccess: '删除成功',
    updateSuccess: '更新成功',
    createSuccess: '创建成功',
    operationSuccess: '操作成功',
    operationFailed: '操作失败',
    confirmOperation: '确定执行此操作？',
    dataLoading: '数据加载中',
    noDataFound: '没有数据',
    searchNoResults: '没有符合条件的结果',
  },
  kit: {
    ...dateTexts,
    ...map,
    locked: '只读',
    showPassword: '显示密码',
    hidePassword: '隐藏密码',
    openList: '展开选项',
    noMatches: '没有匹配项',
    notInList: '不在可选范围内',
    selectAll: '全选本页',
    selectRow: '选择',
    rowActions: '行操作',
    sortAscending: '升序',
    sortDescending: '降序',
    resizeColumn: '调整列宽',
    moveUp: '上移',
    moveDown: '下移',
    pages: '分页',
    previousPage: '上一页',
    nextPage: '下一页',
    traceId: '追踪号',
  },
  status: { pending: '待审核', approved: '已通过', active: '启用', inactive: '停用', rejected: '已驳回' },
  event: {
    approve: '通过',
    reject: '驳回',
    activate: '启用',
    deactivate: '停用',
    resubmit: '重新提交',
    delete: '删除',
  },
  act: {
    create: '新建',
    update: '修改',
    delete: '删除',
    restore: '恢复',
    approve: '通过审核',
    reject: '驳回',
    activate: '启用',
    deactivate: '停用',
    resubmit: '重新提交',
  },
};

export type Texts = typeof zh;
