import { enums } from '#api/facts.gen.ts';
import { type LogAddress, type PartOf, readAddress } from '#logs/log-address.ts';
import type { TaskKind, TaskStatus } from './task.ts';

/** What the page's address says. */
export interface TasksSearch extends Pick<LogAddress, 'cursor' | 'pageSize' | 'id'> {
  kind?: TaskKind;
  status?: TaskStatus;
}

export type TasksPart = PartOf<TasksSearch>;

/** Takes from an address what the page understands; the rest is dropped, never an error. */
export function tasksSearch(raw: Record<string, unknown>): TasksSearch {
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
