import type { Translation } from '#i18n/zh.ts';
import type { texts as zh } from '#i18n/zh-CN/frame.ts';
import { texts as entities } from './frame-entities.ts';
import { texts as pages } from './frame-pages.ts';
import { texts as records } from './frame-records.ts';

export const texts: Translation<typeof zh> = {
  ...entities,
  ...pages,
  ...records,
  message: {
    saveSuccess: 'Saved',
    deleteSuccess: 'Deleted successfully',
    updateSuccess: 'Updated successfully',
    createSuccess: 'Created successfully',
    operationSuccess: 'Operation succeeded',
    operationFailed: 'The operation failed',
    confirmOperation: 'Are you sure you want to do this?',
    dataLoading: 'Loading data',
    noDataFound: 'No data found',
    searchNoResults: 'Nothing matches',
  },
  status: { pending: 'Pending', approved: 'Approved', active: 'Active', inactive: 'Inactive', rejected: 'Rejected' },
  event: {
    approve: 'Approve',
    reject: 'Reject',
    activate: 'Activate',
    deactivate: 'Deactivate',
    resubmit: 'Resubmit',
    delete: 'Delete',
  },
  act: {
    create: 'created',
    update: 'changed',
    delete: 'deleted',
    restore: 'restored',
    approve: 'approved',
    reject: 'rejected',
    activate: 'activated',
    deactivate: 'deactivated',
    resubmit: 'resubmitted',
    reference: 'changed a referenced code',
  },
  preview: {
    banner: 'Viewing as “{{role}}”',
    readOnlyMark: 'read-only',
    leave: 'Exit preview',
    label: 'Role preview',
    readOnly: 'Not available in role preview',
  },
  viewedDay: { open: 'View another day', readOnly: 'Not available while you view {{day}}' },
  days: {
    from: 'From',
    to: 'To',
    since: 'since {{day}}',
    until: 'until {{day}}',
    preset: { d1: 'Today', d7: 'Last 7 days', d30: 'Last 30 days' },
    ahead: { d1: 'Today', d7: 'Next 7 days', d30: 'Next 30 days' },
  },
};
