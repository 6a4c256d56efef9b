import { createFileRoute } from '@tanstack/react-router';
import { entities } from '#entities/index.ts';
import { TasksPage } from '#tasks/tasks-page.tsx';
import { tasksSearch } from '#tasks/tasks-search.ts';

export const Route = createFileRoute('/_frame/task-status')({
  staticData: { permission: 'task:read' },
  validateSearch: tasksSearch,
  component: () => <TasksPage kinds={entities} />,
});
