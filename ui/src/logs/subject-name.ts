import { enums, type Schemas } from '#api/facts.gen.ts';
import { t } from '#i18n/i18n.ts';
import type { LogEntry } from './use-logs.ts';

const isTaskKind = (name: string): name is Schemas['TaskKind'] => enums.TaskKind.some((kind) => kind === name);

/** What an act was done to, by its name; a task, which the log has by its kind, in words. */
export const subjectName = ({ kind, name }: NonNullable<LogEntry['target']>): string =>
  kind === 'task' && isTaskKind(name) ? t(`task.kind.${name}`) : name;
