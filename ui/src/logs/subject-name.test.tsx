import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import { SubjectFilter, subjectFilterText, subjectName } from './subject-name.tsx';

it.each(languages)('says in words what a task does, and keeps the names of all else, in %s', async (language) => {
  await renderInConsole(<div />, { language });
  const raw = enums.TaskKind.filter((name) => /^task\.|[a-z][A-Z]/.test(subjectName({ kind: 'task', id: 1, name })));
  expect(raw).toEqual([]);
  expect(subjectName({ kind: 'task', id: 1, name: 'importStage' })).toBe(
    language === 'en' ? 'Check import' : '核对导入文件',
  );
  expect(subjectName({ kind: 'user', id: 1, name: 'importStage' })).toBe('importStage');
});

async function renderFilter() {
  const onChange = vi.fn();
  const close = vi.fn();
  const field = { id: 'about', label: 'Subject', values: [], onChange };
  const { user } = await renderInConsole(<SubjectFilter field={field} close={close} />);
  return { onChange, type: (keys: string) => user.type(screen.getByRole('searchbox'), keys) };
}

it('filters by a type of task that was typed by its name, and shows it by that name', async () => {
  const { onChange, type } = await renderFilter();
  await type('check import{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['importStage']);
  expect(subjectFilterText('importStage')).toBe('Check import');
});

it('filters by any other name as it was typed, and offers the types of tasks that match', async () => {
  const { onChange, type } = await renderFilter();
  await type(' check ');
  expect(screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent)).toContain(
    'Check import',
  );
  await type('{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['check']);
  expect(subjectFilterText('check')).toBe('check');
});
