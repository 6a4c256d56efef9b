import { enums } from '#api/facts.gen.ts';
import { type LogAddress, readAddress, type SearchPatch } from '#logs/log-address.ts';
import type { TaskKind, TaskStatus } from './task.ts';

/** The search parameters of the page. */
export interface TasksSearch extends Pick<LogAddress, 'cursor' | 'pageSize' | 'id'> {
  kind?: TaskKind;
  status?: TaskStatus;
}

export type TasksSearchPatch = SearchPatch<TasksSearch>;

/** Unknown or malformed parameters are dropped. */
export function parseTasksSearch(raw: Record<string, unknown>): TasksSearch {
  const {
    from: _from,
    to: _to,
    ...search
  } = readAddress<TasksSearch & LogAddress>(raw, {
    kind: enums.TaskKind.find((kind) => kind === raw.kind),
    status: enums.TaskStatus.find((status) => status === raw.status),
  });
  return search;
}
