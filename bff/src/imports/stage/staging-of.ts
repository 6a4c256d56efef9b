import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import { readByKey } from '#crud/read-records.ts';
import type { ImportOptions, StoredImport } from '../stored-import.ts';
import { createReferenceBook } from '../values/reference-book.ts';
import { uniqueFields } from '../values/taken.ts';
import type { Staging } from './classify.ts';

/** What rows of an import are held against, from now on. */
export async function stagingOf(
  { db, entities, review }: Pick<Crud, 'db' | 'entities' | 'review'>,
  { entity: key, createdById, createdBy, options }: StoredImport & { options: ImportOptions },
): Promise<Staging> {
  const entity = entityByKey({ entities }, key);
  const reading = {
    ...{ crud: { entities }, entity, options, review: await review(key, db) },
    ...{ actor: { id: createdById, username: createdBy } },
    ...{ book: createReferenceBook({ db, entities }), inFile: () => true, find: readByKey },
  };
  return { reading, unique: await uniqueFields(db, entity) };
}
