import type { Entity } from '#api/facts.gen.ts';
import { FormPage } from '#crud/form/form-page.tsx';
import { entityOf } from './-frame/entity-of.ts';

/** The page with the form of a kind. */
export const formPageOf = (kind: Entity) => () => <FormPage entity={entityOf(kind)} />;
