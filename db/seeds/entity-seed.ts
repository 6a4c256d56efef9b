import { insertRecords } from './insert-records.ts';
import type { Kind, StarterRecord } from './records.ts';
import type { Seed } from './seed.ts';

/** The records of one kind in the starter set, which can also be read without a database. */
export type EntitySeed = Seed & { kind: Kind; records(): StarterRecord[] };

export const entitySeed = (name: string, kind: Kind, records: () => StarterRecord[]): EntitySeed => ({
  name,
  kind,
  records,
  run: (trx) => insertRecords(trx, kind, records()),
});
