import type { EntityUi } from '#crud/define-entity.ts';
import { airline } from './airline.tsx';
import { city } from './city.tsx';
import { country } from './country.tsx';

/** The only list of kinds, in the order of the menu. */
export const entities: readonly EntityUi[] = [country, city, airline];
