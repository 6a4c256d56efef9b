import type { Readable } from 'node:stream';
import type { Target } from '#columns/targets.ts';
import type { EntityRecord } from '#crud/model.ts';

/** A column of a file; its key is what its head says. */
export type Column = Pick<Target, 'key' | 'pointer' | 'form'>;

/** What a file is made of. */
export interface Table {
  columns: Column[];
  records: AsyncGenerator<EntityRecord[]>;
}

/** Makes a file as it is taken; who goes away ends the reading. */
export type Format = (table: Table) => Readable;
