import { describe, expect, it } from 'vitest';
import { findExactOption, matchOptions } from './option-match.ts';

const options = [
  { value: 'SHA', label: '上海', code: 'SHA', keywords: 'shanghai' },
  { value: 'BJS', label: '北京', code: 'BJS', keywords: 'beijing peking' },
  { value: 'PEN', label: '槟城', code: 'PEN', note: '马来西亚 MY' },
];

describe('matching options', () => {
  it('ranks matches of the code first', () => {
    expect(matchOptions(options, 'pe').map((option) => option.value)).toEqual(['PEN', 'BJS']);
  });

  it('returns all options for an empty query and none if nothing matches', () => {
    expect(matchOptions(options, ' ')).toHaveLength(3);
    expect(matchOptions(options, 'zzz')).toEqual([]);
  });

  it('finds the exact option for a complete code or name, not for a prefix', () => {
    expect(findExactOption(options, ' bjs ')?.value).toBe('BJS');
    expect(findExactOption(options, '上海')?.value).toBe('SHA');
    expect(findExactOption(options, 'SH')).toBeUndefined();
  });
});
