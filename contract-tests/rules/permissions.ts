import { entitiesOf } from '../contract/entities.ts';
import type { Contract } from '../contract/types.ts';

const ofEveryKind = ['read', 'create', 'update', 'delete', 'review', 'import', 'export'];

const others: Record<string, string[]> = {
  task: ['read', 'run', 'cancel', 'retry'],
  data_subscriber: ['read', 'create', 'update', 'delete'],
  sync_status: ['read', 'replay'],
  system_config: ['read', 'update'],
  data_log: ['read', 'export'],
  user: ['read', 'create', 'update', 'delete'],
  role: ['read', 'create', 'update', 'delete'],
  permission: ['read'],
  user_log: ['read', 'export'],
};

export function knownPermissions(contract: Contract): Set<string> {
  const kinds = Object.fromEntries(entitiesOf(contract).map(({ tag }) => [tag, ofEveryKind]));
  const all = Object.entries({ ...kinds, ...others });
  return new Set(all.flatMap(([subject, verbs]) => verbs.map((verb) => `${subject}:${verb}`)));
}
