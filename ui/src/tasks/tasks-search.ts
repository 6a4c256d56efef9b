import { enums } from '#api/metadata.gen.ts';
import { type LogSearch, parseLogSearch, type SearchPatch } from '#logs/log-search.ts';
import type { TaskKind, TaskStatus } from './task.ts';

/** The typed URL parameters (the router's “search”) of the page. */
export interface TasksSearch extends Pick<LogSearch, 'cursor' | 'pageSize' | 'id'> {
  kind?: TaskKind;
  status?: TaskStatus;
}

export type TasksSearchPatch = SearchPatch<TasksSearch>;

/** Parses the URL parameters; drops unknown and malformed ones. */
export function parseTasksSearch(raw: Record<string, unknown>): TasksSearch {
  const {
    from: _from,
    to: _to,
    ...search
  } = parseLogSearch<TasksSearch & LogSearch>(raw, {
    kind: enums.TaskKind.find((kind) => kind === raw.kind),
    status: enums.TaskStatus.find((status) => status === raw.status),
  });
  return search;
}
