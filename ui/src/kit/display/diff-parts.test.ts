import { describe, expect, it } from 'vitest';
import { diffParts } from './diff-parts.ts';

const formatDiff = (base: string, value: string) =>
  diffParts(base, value)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'ins' ? `+${text}+` : `-${text}-`))
    .join('');

describe('diffParts', () => {
  it.each([
    ['北京大兴机场', '北京大兴国际机场', '北京大兴+国际+机场'],
    ['北京大兴机场', '大兴国际机场', '-北京-大兴+国际+机场'],
    ['Asia/Chongqing', 'Asia/Shanghai', 'Asia/-Chongqing-+Shanghai+'],
    ['39.509945', '39.501289', '39.50-9945-+1289+'],
    ['ZBAD', 'ZBDX', '-ZBAD-+ZBDX+'],
    ['', '新', '+新+'],
    ['旧', '', '-旧-'],
    ['same', 'same', 'same'],
    ['', '', ''],
  ])('%s → %s', (base, value, expected) => {
    expect(formatDiff(base, value)).toBe(expected);
  });

  it('never splits a grapheme', () => {
    expect(diffParts('👩‍👩‍👧', '👩‍👩‍👦').map((part) => part.text)).toEqual(['👩‍👩‍👧', '👩‍👩‍👦']);
  });

  it('replaces very long texts as a whole', () => {
    const longText = '字'.repeat(700);
    expect(diffParts(longText, `${longText}尾`).map((part) => part.kind)).toEqual(['del', 'ins']);
  });
});
