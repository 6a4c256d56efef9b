import { dataLogs } from './en-data-logs.ts';
import { entities } from './en-entities.ts';
import { dateTexts, hours } from './en-hours.ts';
import { imports } from './en-imports.ts';
import { logs } from './en-logs.ts';
import { pages } from './en-pages.ts';
import { people } from './en-people.ts';
import { map, places } from './en-places.ts';
import { rates } from './en-rates.ts';
import { records } from './en-records.ts';
import { roles } from './en-roles.ts';
import { sessionTexts } from './en-session.ts';
import { stations } from './en-stations.ts';
import { subscribers } from './en-subscribers.ts';
import { sync } from './en-sync.ts';
import { system } from './en-system.ts';
import { tasks } from './en-tasks.ts';
import type { Texts } from './zh.ts';

export const en: Texts = {
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
    pageSize: 'Rows',
    noData: 'No Data',
    close: 'Close',
    clear: 'Clear',
    remove: 'Remove',
    copy: 'Copy',
    copied: 'Copied',
    retry: 'Try again',
    more: 'More',
    back: 'Back',
    undo: 'Undo',
    none: 'None',
    all: 'All',
    separator: ', ',
  },
  message: {
    saveSuccess: 'Saved',
    deleteSuccess: 'Deleted',
    updateSuccess: 'Updated',
    createSuccess: 'Created',
    operationSuccess: 'Done',
    operationFailed: 'The operation failed',
    confirmOperation: 'Are you sure to do this?',
    dataLoading: 'Loading data',
    noDataFound: 'No data found',
    searchNoResults: 'Nothing matches',
  },
  kit: {
    ...dateTexts,
    ...map,
    locked: 'Read-only',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    openList: 'Show options',
    noMatches: 'Nothing matches',
    notInList: 'Not one of the options',
    selectAll: 'Select all on this page',
    selectRow: 'Select',
    rowActions: 'Row actions',
    sortAscending: 'Ascending',
    sortDescending: 'Descending',
    resizeColumn: 'Resize column',
    moveUp: 'Move up',
    moveDown: 'Move down',
    pages: 'Pages',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    traceId: 'Trace',
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
  },
};
