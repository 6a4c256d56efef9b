import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingDetails } from '#api/metadata.gen.ts';

const source = readFileSync(new URL('settings-fields.tsx', import.meta.url), 'utf8');

it('has each setting of the contract in its section and in the order of the contract', () => {
  const parts = source.split('<SettingSection group="').slice(1);
  const shown = parts.flatMap((part) => {
    const [group = ''] = part.split('"');
    const names = [...part.matchAll(/(?:Setting name="|<)(\w+)(?:"|Setting key)/g)].map(([, name = '']) => name);
    return names.map((name) => ({ group, name: name === 'Review' ? 'review' : name }));
  });
  expect(shown).toEqual(Object.entries(settingDetails).map(([name, { group }]) => ({ group, name })));
});
