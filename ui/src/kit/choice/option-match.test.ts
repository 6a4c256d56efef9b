import { describe, expect, it } from 'vitest';
import { matchOptions, meantOption } from './option-match.ts';

const options = [
  { value: 'SHA', label: '上海', code: 'SHA', keywords: 'shanghai' },
  { value: 'BJS', label: '北京', code: 'BJS', keywords: 'beijing peking' },
  { value: 'PEN', label: '槟城', code: 'PEN', note: '马来西亚 MY' },
];

describe('matching options', () => {
  it('puts a code before other words', () => {
    expect(matchOptions(options, 'pe').map((option) => option.value)).toEqual(['PEN', 'BJS']);
  });

  it('shows everything for nothing and nothing for nonsense', () => {
    expect(matchOptions(options, ' ')).toHaveLength(3);
    expect(matchOptions(options, 'zzz')).toEqual([]);
  });

  it('takes a full code or name as chosen, a beginning not', () => {
    expect(meantOption(options, ' bjs ')?.value).toBe('BJS');
    expect(meantOption(options, '上海')?.value).toBe('SHA');
    expect(meantOption(options, 'SH')).toBeUndefined();
  });
});
