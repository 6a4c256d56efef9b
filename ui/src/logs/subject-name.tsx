import { useState } from 'react';
import { enums, type Schemas } from '#api/metadata.gen.ts';
import { t } from '#i18n/i18n.ts';
import type { Option } from '#kit/choice/option.tsx';
import { findExactOption, matchOptions } from '#kit/choice/option-match.ts';
import { type FilterField, FilterValues } from '#kit/lists/filter-values.tsx';
import type { LogEntry } from './use-logs.ts';

const isTaskKind = (name: string): name is Schemas['TaskKind'] => enums.TaskKind.some((kind) => kind === name);

/** Returns the name of an act's subject; for a task, the name of its type. */
export const subjectName = ({ kind, name }: NonNullable<LogEntry['target']>): string =>
  kind === 'task' ? subjectFilterText(name) : name;

/** Returns a filter by subject as text: a type of task by its name, any other subject as it is. */
export const subjectFilterText = (subject: string): string =>
  isTaskKind(subject) ? t(`task.kind.${subject}`) : subject;

/** Returns the subjects that a typed text may mean: types of tasks by their names, and whatever has the text as its name. */
function subjectOptions(typedText: string): readonly Option[] {
  const kinds = enums.TaskKind.map((kind) => ({
    value: kind,
    label: t(`task.kind.${kind}`),
    group: t('logs.kind.task'),
  }));
  const text = typedText.trim();
  const matches = matchOptions(kinds, text);
  // a text that is exactly the name of a type of task means that type
  if (text === '' || findExactOption(kinds, text)) return matches;
  return [{ value: text, label: text }, ...matches];
}

/** Filters the log by a typed name or by a type of task. */
export function SubjectFilter({ field, close }: { field: FilterField; close: () => void }) {
  const [text, setText] = useState('');
  const options = subjectOptions(text);
  return <FilterValues field={{ ...field, editor: undefined, options, onQuery: setText }} close={close} />;
}
