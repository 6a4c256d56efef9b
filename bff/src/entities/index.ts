import { country } from './country.ts';

/** The only list of kinds: a new one is a file and a line here. */
export const entities = [country] as const;
