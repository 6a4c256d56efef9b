import { expect, it, vi } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { loadTexts, setLanguage } from '#i18n/i18n.ts';
import { subjectName } from './subject-name.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

it.each([
  'zh-CN',
  'en',
] as const)('says in words what a task does, and keeps the names of all else, in %s', async (language) => {
  await loadTexts('tasks');
  await setLanguage(language);
  const raw = enums.TaskKind.filter((name) => /^task\.|[a-z][A-Z]/.test(subjectName({ kind: 'task', id: 1, name })));
  expect(raw).toEqual([]);
  expect(subjectName({ kind: 'task', id: 1, name: 'importStage' })).toBe(
    language === 'en' ? 'Check import' : '核对导入文件',
  );
  expect(subjectName({ kind: 'user', id: 1, name: 'importStage' })).toBe('importStage');
});
