import { expect, it, vi } from 'vitest';
import { loadTexts, setLanguage } from '#i18n/i18n.ts';
import { reasonText } from './reason-text.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

it.each([
  ['import #2 cabins 2.csv', '导入 #2 cabins 2.csv'],
  ['replaced by change set #12', '已由变更集 #12 取代'],
  ['import of 2 cabins', 'import of 2 cabins'],
  ['名称过长', '名称过长'],
])('the reason %s reads %s', async (reason, text) => {
  await loadTexts('frame');
  await setLanguage('zh-CN');
  expect(reasonText(reason)).toBe(text);
});
