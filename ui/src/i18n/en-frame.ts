import { entities } from './en-entities.ts';
import { hours } from './en-hours.ts';
import { pages } from './en-pages.ts';
import { places } from './en-places.ts';
import { rates } from './en-rates.ts';
import { records } from './en-records.ts';
import { stations } from './en-stations.ts';

export const texts = {
  ...entities,
  ...hours,
  ...pages,
  ...places,
  ...rates,
  ...records,
  ...stations,
  message: {
    saveSuccess: 'Saved',
    deleteSuccess: 'Deleted',
    updateSuccess: 'Updated',
    createSuccess: 'Created',
    operationSuccess: 'Done',
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
    reference: 'referenced code changed',
  },
};
