import type { EntityUi } from '#crud/define-entity.ts';
import { country } from './country.tsx';

/** The only list of kinds, in the order of the menu. */
export const entities: readonly EntityUi[] = [country];
