import { createFileRoute } from '@tanstack/react-router';
import { entities } from '#entities/index.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { TasksPage } from '#tasks/tasks-page.tsx';
import { parseTasksSearch } from '#tasks/tasks-search.ts';
import { prefetchTasks } from '#tasks/use-tasks.ts';
import { headWithTitle } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/task-status')({
  head: headWithTitle('menu.task'),
  staticData: { permission: 'task:read' },
  validateSearch: parseTasksSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchTasks(deps, cause);
    return loadTexts('tasks', 'logs');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: () => <TasksPage kinds={entities} />,
});
