import type { EntityKey } from './contract.ts';
import type { Caller } from './operation-types.ts';

/** Whoever is told something. */
export type Reader = Pick<Caller, 'may'>;

/** Whether the reader is told names, codes and values of a kind's records. */
export const mayRead = ({ may }: Reader, kind: EntityKey): boolean => may(`${kind}:read`);

/** Whether they are told changes of a kind: whoever reads the data log sees those of every kind. */
export const mayReadChanges = (reader: Reader, kind: EntityKey): boolean =>
  reader.may('data_log:read') || mayRead(reader, kind);

/** Whether they are told of a kind's imports and their files: whoever may import the kind, or review it. */
export const maySeeImports = ({ may }: Reader, kind: EntityKey): boolean =>
  may(`${kind}:import`) || may(`${kind}:review`);

/** Whether they are told what subscribers are called. */
export const maySeeSubscribers = ({ may }: Reader): boolean => may('data_subscriber:read') || may('sync_status:read');
