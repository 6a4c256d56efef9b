import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/i18n.ts';
import { assignTarget, targetText } from './import-targets.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('frame', 'imports'));

const columns = [
  { name: 'ident', target: 'code', samples: [] },
  { name: 'title', target: 'name', samples: [] },
  { name: 'note', target: null, samples: [] },
];

it('assigns a target to a column and removes it from the previous one', () => {
  expect(assignTarget(columns, 2, 'code')).toEqual([null, 'name', 'code']);
  expect(assignTarget(columns, 1, null)).toEqual(['code', null, null]);
});

it('keeps ignored columns when it ignores another column', () => {
  expect(assignTarget(columns, 0, null)).toEqual([null, 'name', null]);
});

it('labels targets with the field labels of the forms', () => {
  expect(targetText({ pointer: '/iataCode', language: null }, 'zh-CN')).toBe('IATA 代码');
  expect(targetText({ pointer: '/locales/en/name', language: 'en' }, 'zh-CN')).toBe('名称（英语）');
  expect(targetText({ pointer: '/locales/ja/aliases', language: 'ja' }, 'zh-CN')).toBe('别名（日语）');
  expect(targetText({ pointer: '/verification/state', language: null }, 'zh-CN')).toMatch(/核验/);
});
