import { country } from './country.ts';
import { demoUsers } from './demo-users.ts';
import { roles } from './roles.ts';
import type { Seed } from './seed.ts';

/** The starter set, in the order in which it is written. */
export const seeds: Seed[] = [roles, demoUsers, country];
