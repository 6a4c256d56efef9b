import type { texts as zh } from '#i18n/zh-CN/data-logs.ts';

export const texts: typeof zh = {
  dataLogs: {
    failed: 'The data log could not be loaded: {{problem}}',
    empty: 'No change matches',
    emptyText: 'Remove a condition, or take a longer time. Codes and user names must be whole.',
    emptyFirst: 'Nothing has changed yet',
    emptyFirstText:
      'Every creation, change, decision and deletion of a record is written down here; nobody can alter it.',
    entry: 'Change',
    column: {
      time: 'Time',
      entity: 'Kind',
      record: 'Record',
      action: 'Action',
      changes: 'Fields changed',
      actor: 'By',
      position: 'Position',
    },
    filter: { entity: 'Kind', record: 'Record', code: 'Code', actor: 'By', action: 'Action', time: 'Time' },
    proposedBy: 'proposed by {{proposer}}',
    proposer: 'Proposed by',
    version: 'Version',
    reason: 'Reason',
    position: 'Position',
    noPosition: 'soon',
    noPositionText: 'A change gets its position in the feed a moment after its commit',
    copyPosition: 'Copy the position',
    onlyRecord: 'Only this record',
    onlyActor: 'Only this person',
    gone: 'Deleted',
    current: 'Current version',
    bringBack: 'Bring it back',
    reloadFailed: 'The change could not be loaded: {{problem}}',
    missing: 'There is no such change, or it is no longer kept',
  },
};
