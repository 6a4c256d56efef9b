import { defineEntity } from '#crud/entity.ts';
import { findCityCountryProblems } from './place/place.ts';

export const city = defineEntity({ key: 'city', singular: 'City', plural: 'Cities', check: findCityCountryProblems });
