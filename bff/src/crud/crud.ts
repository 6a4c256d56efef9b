import type { Database, Transaction } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Entity } from './entity.ts';
import type { Rename } from './renames.ts';

/** What the operations of every kind work with; put together in app.ts. */
export interface Crud {
  db: Database;
  entities: readonly Entity[];
  /** Who may approve records of a kind; inside a transaction asked with it. */
  review(entity: EntityKey, db?: Database): Promise<Schemas['Review']>;
  /** Lets a task write the versions of what refers to renamed records: it is queued by the renaming transaction. */
  queueRenames(trx: Transaction, renames: Rename[]): Promise<void>;
}

export function entityByKey(crud: Pick<Crud, 'entities'>, key: string): Entity {
  const found = crud.entities.find((entity) => entity.key === key);
  if (!found) throw new Error(`No kind “${key}” in entities/index.ts.`);
  return found;
}
