import { defineEntity } from '#crud/entity.ts';

export const city = defineEntity({ key: 'city', singular: 'City', plural: 'Cities' });
