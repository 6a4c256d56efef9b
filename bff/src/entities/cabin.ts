import { defineEntity } from '#crud/entity.ts';

export const cabin = defineEntity({ key: 'cabin', singular: 'Cabin', plural: 'Cabins' });
