import { NoRows } from '#crud/list/no-rows.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { EmptyState } from '#kit/page-state.tsx';
import type { Tasks } from './use-tasks.ts';

export function TasksEmpty({ tasks }: { tasks: Tasks }) {
  const { t } = useTexts();
  const { search, filterBy } = tasks;
  const clear = { title: t('task.empty'), onClear: () => filterBy({ kind: undefined, status: undefined }) };
  return (
    <NoRows
      loaded={tasks}
      failed="task.failed"
      narrowed={search.kind || search.status ? clear : undefined}
      first={<EmptyState icon="tasks" title={t('task.emptyFirst')} text={t('task.emptyFirstText')} />}
    />
  );
}
