import { defineEntity } from '#crud/entity.ts';
import { movedCityProblems } from './place/place.ts';

export const city = defineEntity({ key: 'city', singular: 'City', plural: 'Cities', check: movedCityProblems });
