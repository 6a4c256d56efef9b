import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes, type Schemas } from '#api/metadata.gen.ts';
import { recordLink } from '#crud/define-entity.ts';
import { actorName } from '#crud/text/actor-name.ts';
import { recordName } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/code.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { useSession } from '#session/use-session.ts';
import { ChangedValues } from './changed-values.tsx';
import { TaskName, taskIcons } from './marks.tsx';
import type { DataLogEntry, DataLogTask } from './use-data-logs.ts';

/** The newest changes, each with its first changed value; all changes of a task, such as an import, are one line. */
export function RecentPanel({ items }: { items: readonly Schemas['FoldedDataLogItem'][] }) {
  const { t } = useTexts();
  return (
    <Panel flush title={t('home.recent')}>
      {items.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">{t('home.recentEmpty')}</p>
      ) : (
        <ul className="grid grid-cols-[auto_auto_minmax(0,1fr)] py-1" onKeyDown={moveFocusByArrows}>
          {items.map(({ entry, task }) => (
            <li key={entry?.seq ?? `task ${task?.id}`} className="col-span-3 grid grid-cols-subgrid">
              {entry && <RecentChange entry={entry} />}
              {task && <RecentTask task={task} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const lineClass =
  'col-span-3 grid grid-cols-subgrid items-center gap-x-3 px-4 py-1 pointer-coarse:min-h-10 max-sm:py-1.5';
const linkClass = cx(lineClass, '-outline-offset-2 hover:bg-hover');

function RecentChange({ entry }: { entry: DataLogEntry }) {
  const { t, language } = useTexts();
  const { entity, recordId, code, action, time, proposer, values, exists } = entry;
  const actor = proposer ? t('history.byProposer', { proposer, actor: entry.actor }) : actorName(entry.actor);
  const showsValues = action === 'update' && values.length > 0;
  const line = (
    <Line
      time={time}
      mark={code !== null && <Code>{code}</Code>}
      name={recordName(entry, language)}
      by={showsValues && [proposer, actorName(entry.actor)].filter(Boolean).join(' · ')}
      text={
        showsValues ? (
          <span className="flex min-w-0 text-ink">
            <ChangedValues entry={{ ...entry, values: values.slice(0, 1) }} />
          </span>
        ) : (
          <span className="truncate">{t('home.changed', { actor, act: t(`act.${action}`) })}</span>
        )
      }
    />
  );
  if (!exists) return <div className={lineClass}>{line}</div>;
  return (
    <Link data-item {...recordLink(entity, recordId)} className={linkClass}>
      {line}
    </Link>
  );
}

function RecentTask({ task }: { task: DataLogTask }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { id, kind, entities, changes, actor, firstTime } = task;
  const facts = [
    actorName(actor),
    t(`dataLogs.task.${kind}`),
    t('dataLogs.changeCount', { count: changes, n: number(changes) }),
  ];
  const line = (
    <Line
      time={firstTime}
      mark={<Icon name={taskIcons[kind]} className="text-ink-3" />}
      name={
        task.import ? (
          <TaskName task={task} />
        ) : (
          entities.map((key) => t(`entity.${key}.many`)).join(t('common.separator'))
        )
      }
      text={<span className="truncate">{facts.join(' · ')}</span>}
    />
  );
  if (!can('data_log:read')) return <div className={lineClass}>{line}</div>;
  return (
    <Link data-item to={routes.data_log} search={{ task: id }} className={linkClass}>
      {line}
    </Link>
  );
}

interface LineProps {
  time: string;
  mark: ReactNode;
  name: ReactNode;
  /** Who made the change, beside the name, where the changed values take the line below. */
  by?: string | false;
  text: ReactNode;
}

const Line = ({ time, mark, name, by, text }: LineProps) => (
  <>
    <span className="text-xs text-ink-3">
      <Time iso={time} />
    </span>
    <span className="max-w-40 overflow-hidden">{mark}</span>
    <span className="min-w-0 text-xs">
      <span className="flex min-w-0 gap-x-2">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {by && <span className="max-w-1/2 truncate text-ink-3">{by}</span>}
      </span>
      <span className="flex min-w-0 text-ink-3">{text}</span>
    </span>
  </>
);
