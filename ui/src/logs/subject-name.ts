import { enums, type Schemas } from '#api/metadata.gen.ts';
import { t } from '#i18n/i18n.ts';
import type { LogEntry } from './use-logs.ts';

const isTaskKind = (name: string): name is Schemas['TaskKind'] => enums.TaskKind.some((kind) => kind === name);

/** Returns the name of an act's subject; for a task, the name of its type. */
export const subjectName = ({ kind, name }: NonNullable<LogEntry['target']>): string =>
  kind === 'task' && isTaskKind(name) ? t(`task.kind.${name}`) : name;
