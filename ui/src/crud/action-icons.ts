import type { IconName } from '#kit/buttons/icon.tsx';
import type { RecordAction } from './resource.ts';

export const actionIcons: Record<RecordAction, IconName> = {
  approve: 'check',
  reject: 'reject',
  activate: 'play',
  deactivate: 'pause',
  resubmit: 'resubmit',
  delete: 'trash',
};
