import { expect, it } from 'vitest';
import { initialsOf, pinyinOf } from './pinyin.ts';

it.each([
  ['北京首都国际机场', 'beijing shoudu guoji jichang'],
  ['北京大兴国际机场', 'beijing daxing guoji jichang'],
  ['上海虹桥国际机场', 'shanghai hongqiao guoji jichang'],
  ['吕梁', 'lvliang'],
  ['重庆江北国际机场', 'chongqing jiangbei guoji jichang'],
  ['北京首都国际机场T3航站楼', 'beijing shoudu guoji jichang t3 hangzhanlou'],
  ['香港（启德）', 'xianggang qide'],
  ['Heathrow', 'heathrow'],
  ['', ''],
])('converts %s to %s', (name, sound) => expect(pinyinOf(name)).toBe(sound));

it('returns the first letter of each syllable', () => {
  expect(initialsOf('北京西')).toBe('bjx');
  expect(initialsOf('绿春')).toBe('lc');
  expect(initialsOf('上海（虹桥）')).toBe('shhq');
});
