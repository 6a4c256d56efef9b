import { beforeEach, describe, expect, it } from 'vitest';
import { fields, settings } from '#api/metadata.gen.ts';
import { pointerLabel, valueText } from '#crud/text/value-text.ts';
import { fullTime } from '#i18n/format.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import { detailText, schemaOf } from './detail-text.ts';
import type { LogEntry } from './use-logs.ts';

const subscriber = { kind: 'subscriber', id: 3, name: 'Search' } as const;

/** What the log names: what is sent about accounts, roles and subscribers, the settings, and what is logged of lanes and keys. */
const loggedNames = [
  ...[...fields.UserBody, ...fields.RoleBody, ...fields.SubscriberBody, ...settings.map(({ name }) => name)],
  ...['paused', 'parked', 'nextTime', 'position'],
  ...['administrator', 'earlierSecretUntil', 'earlierTokenUntil'],
];

describe.each(languages)('in %s', (language) => {
  beforeEach(async () => void (await renderInConsole(<div />, { language })));

  it('each value that the log names has a label', () => {
    expect(loggedNames.filter((name) => pointerLabel(`/${name}`) === name)).toEqual([]);
    expect(pointerLabel('/filter/statuses')).not.toContain('statuses');
  });

  it.each([
    '/country/nextTime',
    '/earlierSecretUntil',
    '/earlierTokenUntil',
  ])('shows the time at %s readably', (pointer) => {
    const time = '2026-11-26T08:00:00.000Z';
    expect(valueText('SubscriberBody', pointer, time)).toBe(fullTime(time));
  });
});

it('the values of a subscriber are named as those of a subscriber', () => {
  expect(schemaOf({ act: 'subscriberChanged', target: subscriber })).toBe('SubscriberBody');
});

it.each([
  ['userSessionsEnded', 1, '1 session'],
  ['userSessionsEnded', 3, '3 sessions'],
  ['recordsExported', 3, '3 entries'],
] as const)('%s counts what it is about: %i', async (act, count, text) => {
  await renderInConsole(<div />);
  const entry: Pick<LogEntry, 'act' | 'target' | 'details'> = { act, target: null, details: { count } };
  expect(detailText(entry)).toBe(text);
});

it.each([
  ['invalidCredentials', 'Incorrect user name, e-mail or password'],
  ['wrongCode', 'The code is incorrect or has already been used'],
])('says by the key %s why a sign-in failed', async (key, text) => {
  await renderInConsole(<div />);
  expect(detailText({ act: 'signInFailed', target: null, details: { key } })).toBe(text);
});
