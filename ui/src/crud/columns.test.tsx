import { describe, expect, it } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { codeWidth, referenceColumn } from './columns.tsx';
import type { AnyRecord, CellContext, Values } from './define-entity.ts';

it.each([
  [2, 62],
  [3, 62],
  [5, 66],
  [8, 89],
  [12, 119],
  [40, 119],
])('returns a width for codes of up to %d characters of %d pixels', (maxLength, width) => {
  expect(codeWidth(maxLength)).toBe(width);
});

describe('the tooltip of a reference', () => {
  it.each([
    ['has both names', { name: 'Paris', 'zh-CN': '巴黎', en: 'Paris' }, '巴黎 Paris'],
    ['has a name that is the same in both languages once', { name: 'Paris', en: 'Paris' }, 'Paris'],
    ['has the only name', { name: 'Paris' }, 'Paris'],
    ['is missing without a name', undefined, null],
  ])('%s', async (_, label, title) => {
    // the casts: a cell reads nothing else
    const record = { city: 'PAR' } as unknown as AnyRecord & Values;
    const context = { language: 'en', labels: label ? { city: { PAR: label } } : {} } as unknown as CellContext;
    const { container } = await renderInConsole(<p>{referenceColumn('city').cell(record, context)}</p>);
    expect(container.querySelector('span')?.getAttribute('title')).toBe(title);
  });
});
