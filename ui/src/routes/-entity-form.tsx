import type { EntityKey } from '#api/metadata.gen.ts';
import { FormPage } from '#crud/form/record/form-page.tsx';
import { getEntity } from './-frame/get-entity.ts';

/** Creates the page with the form of an entity. */
export const createFormPage = (key: EntityKey) => () => <FormPage entity={getEntity(key)} />;
