import type { IconName } from '#kit/buttons/icon.tsx';
import type { BulkAction } from './resource.ts';

export const actionIcons: Record<BulkAction, IconName> = {
  approve: 'check',
  reject: 'reject',
  activate: 'play',
  deactivate: 'pause',
  resubmit: 'upload',
  delete: 'trash',
};
