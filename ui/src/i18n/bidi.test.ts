import { expect, it, vi } from 'vitest';
import { isolateDirection, isolateValuesInTexts } from './bidi.ts';
import { loadTexts, t } from './i18n.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

it.each([
  ['Arabic', 'مطار دبي الدولي (دبي)'],
  ['Hebrew', 'נמל התעופה בן גוריון'],
  ['Persian', 'فرودگاه بین‌المللی'],
  ['N’Ko', 'ߞߐߣߐ'],
  ['Adlam', '𞤀𞤁𞤂'],
])('isolates a name in %s', (_script, name) => {
  expect(isolateDirection(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['北京首都国际机场', 'São Paulo', 'Αθήνα', 'दिल्ली', ''])('leaves %j as it is', (name) => {
  expect(isolateDirection(name)).toBe(name);
});

it('isolates such a name within a text', async () => {
  await loadTexts('frame');
  isolateValuesInTexts();
  expect(t('form.rejectTitle', { name: 'دبي', lng: 'zh-CN' })).toContain('\u2068دبي\u2069');
  expect(t('form.rejectTitle', { name: '迪拜', lng: 'zh-CN' })).not.toMatch(/[\u2066-\u2069]/);
});
