import { defineEntity } from '#crud/entity.ts';

export const airline = defineEntity({ key: 'airline', singular: 'Airline', plural: 'Airlines' });
