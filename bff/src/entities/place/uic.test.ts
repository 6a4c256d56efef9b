import { expect, test } from 'vitest';
import { findUicWarnings } from './uic.ts';

test.each([
  ['8011160', 'DE', false],
  ['8111160', 'DE', true],
  ['4411160', 'BA', false],
  ['5011160', 'BA', false],
  ['8711160', 'US', false],
  ['8711160', null, false],
  [null, 'DE', false],
])('%s in %s has a warning: %s', (uicCode, country, hasWarning) => {
  expect(findUicWarnings({ uicCode, country })).toEqual(hasWarning ? [{ pointer: '/uicCode', rule: 'uicPrefix' }] : []);
});
