import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/i18n.ts';
import { targetText, withTarget } from './targets.ts';

// the texts write their language on the page
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('frame', 'imports'));

const columns = [
  { name: 'ident', target: 'code', samples: [] },
  { name: 'title', target: 'name', samples: [] },
  { name: 'note', target: null, samples: [] },
];

it('gives a target to one column, and takes it from the one that had it', () => {
  expect(withTarget(columns, 2, 'code')).toEqual([null, 'name', 'code']);
  expect(withTarget(columns, 1, null)).toEqual(['code', null, null]);
});

it('ignores columns without taking anything from others that are ignored', () => {
  expect(withTarget(columns, 0, null)).toEqual([null, 'name', null]);
});

it('calls targets as the forms call their fields', () => {
  expect(targetText({ pointer: '/iataCode', language: null }, 'zh-CN')).toBe('IATA 代码');
  expect(targetText({ pointer: '/locales/en/name', language: 'en' }, 'zh-CN')).toBe('名称（英语）');
  expect(targetText({ pointer: '/locales/ja/aliases', language: 'ja' }, 'zh-CN')).toBe('别名（日语）');
  expect(targetText({ pointer: '/verification/state', language: null }, 'zh-CN')).toMatch(/核验/);
});
