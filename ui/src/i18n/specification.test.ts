import { describe, expect, it } from 'vitest';
import { errorTexts } from '#api/metadata.gen.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

describe('the specified texts', () => {
  it('exist for every message and error', () => {
    const messages = [
      ...['saveSuccess', 'deleteSuccess', 'updateSuccess', 'createSuccess', 'operationSuccess', 'operationFailed'],
      ...['confirmOperation', 'dataLoading', 'noDataFound', 'searchNoResults'],
    ];
    expect([Object.keys(zh.message), Object.keys(en.message)]).toEqual([messages, messages]);
    const errors = [
      ...['networkError', 'serverError', 'unauthorized', 'forbidden', 'notFound', 'validationError', 'unknownError'],
      ...['requestTimeout', 'invalidRequest', 'invalidResponse'],
    ];
    expect(Object.keys(errorTexts)).toEqual(expect.arrayContaining(errors));
    expect(errorTexts).toMatchObject({
      forbidden: { en: 'Access denied' },
      unauthorized: { 'zh-CN': '登录已过期，请重新登录' },
      networkError: { 'zh-CN': '网络请求失败' },
    });
  });

  it('use the specified labels', () => {
    expect(en.common).toMatchObject({
      save: 'Save',
      cancel: 'Cancel',
      delete: 'Delete',
      edit: 'Edit',
      add: 'Add',
      search: 'Search',
      reset: 'Reset',
      confirm: 'Confirm',
      loading: 'Loading',
      required: 'Required',
      optional: 'Optional',
      total: 'Total',
      pageSize: 'Page Size',
      noData: 'No Data',
    });
  });

  it.each(['airline', 'airport', 'city', 'country'] as const)('confirm the deletion of an %s', (kind) => {
    expect(en.entity[kind].deleteQuestion).toMatch(/^Are you sure to delete this /);
  });

  it('use the specified names of statuses', () => {
    expect(en.status).toEqual({
      pending: 'Pending',
      approved: 'Approved',
      active: 'Active',
      inactive: 'Inactive',
      rejected: 'Rejected',
    });
  });
});
