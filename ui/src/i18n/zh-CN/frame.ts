import { texts as entities } from './frame-entities.ts';
import { texts as pages } from './frame-pages.ts';
import { texts as records } from './frame-records.ts';

/** What the frame and most pages in it need. */
export const texts = {
  ...entities,
  ...pages,
  ...records,
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
    approve: '审核通过',
    reject: '驳回',
    activate: '启用',
    deactivate: '停用',
    resubmit: '重新提交',
    reference: '引用的代码变更',
  },
  preview: {
    banner: '正在以角色“{{role}}”预览',
    readOnlyMark: '只读',
    leave: '退出预览',
    label: '角色预览',
    readOnly: '角色预览中不可用',
  },
  viewedDay: { open: '查看其他日期的数据', readOnly: '正在查看 {{day}} 的数据，不能修改' },
  days: {
    from: '从',
    to: '到',
    since: '{{day}} 起',
    until: '至 {{day}}',
    preset: { d1: '今天', d7: '最近 7 天', d30: '最近 30 天' },
    ahead: { d1: '今天', d7: '未来 7 天', d30: '未来 30 天' },
  },
} as const;
