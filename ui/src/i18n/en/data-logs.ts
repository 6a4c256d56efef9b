import type { texts as zh } from '#i18n/zh-CN/data-logs.ts';

export const texts: typeof zh = {
  dataLogs: {
    failed: 'Could not load the data log: {{problem}}',
    empty: 'No changes match',
    emptyText: 'Remove a filter or choose a longer period. Codes and user names must match exactly.',
    emptyFirst: 'No changes yet',
    emptyFirstText:
      'Every time a record is created, changed, reviewed or deleted, an entry is added here. Nobody can edit these entries.',
    entry: 'Change details',
    column: {
      time: 'Time',
      entity: 'Kind',
      record: 'Record',
      action: 'Action',
      changes: 'Fields changed',
      actor: 'By',
      position: 'Change no.',
    },
    filter: { entity: 'Kind', record: 'Record', code: 'Code', actor: 'By', action: 'Action', time: 'Time' },
    proposedBy: 'proposed by {{proposer}}',
    proposer: 'Proposed by',
    version: 'Version',
    reason: 'Reason',
    position: 'Change no.',
    noPosition: 'not numbered yet',
    noPositionText: 'A change gets its number a moment after it is saved',
    copyPosition: 'Copy change number',
    onlyRecord: 'Only this record',
    onlyActor: 'Only this person',
    gone: 'Deleted',
    current: 'Current version',
    bringBack: 'Restore this record',
    reloadFailed: 'Could not load this change: {{problem}}',
    missing: 'This change does not exist, or is past its retention period',
  },
};
