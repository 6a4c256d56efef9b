import { expect, it } from 'vitest';
import { type IconName, iconPaths } from './icon-paths.ts';

/** What people do or see that could be mistaken for one another, each with its icon. */
const MEANINGS = {
  'bring an older version back': 'restore',
  'show former versions': 'history',
  'load again what is shown': 'refresh',
  'try again what failed': 'retry',
  'send former changes again': 'replay',
  'undo an import': 'revert',
  'synchronisation of subscribers': 'sync',
  'a time of day': 'clock',
  'devices of an account': 'devices',
  'stop what is running': 'stop',
  'close or remove': 'close',
  'send back to the author': 'reject',
  'something failed': 'error',
  'something is still to be filled in': 'incomplete',
  'not allowed': 'lock',
  'edit some fields': 'quick-edit',
  'edit everything': 'edit',
  'language of the console': 'language',
  'hand in again': 'resubmit',
  'bring a file in': 'upload',
  'menu of pages': 'menu',
  'height of rows': 'rows-comfortable',
  'changes of records': 'log',
  'acts of people': 'activity',
} satisfies Record<string, IconName>;

it('gives each meaning an icon of its own', () => {
  const icons = Object.values(MEANINGS);
  expect(new Set(icons).size).toBe(icons.length);
});

it('draws no two icons alike', () => {
  const paths = Object.values(iconPaths);
  expect(new Set(paths).size).toBe(paths.length);
});
