import type { AdminColumn } from '#crud/admin/columns.ts';
import { Time } from '#crud/time.tsx';
import { number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import { Figure, Quiet } from '#kit/cells.tsx';
import { Bare, Code } from '#kit/chip.tsx';
import type { RowAction } from '#kit/data-table.tsx';
import { RowActions } from '#kit/row-actions.tsx';
import { filterText } from './filter-text.ts';
import { KindIcons } from './kind-icons.tsx';
import { StateMark } from './state-mark.tsx';
import type { Subscriber } from './subscriber.ts';

const none = (text: string) => <span className="text-ink-3">{text}</span>;

export const subscriberColumns = (actions: (subscriber: Subscriber) => RowAction[]): AdminColumn<Subscriber>[] => [
  { id: 'name', width: 176, sortable: true, cell: ({ name }) => <Code>{name}</Code> },
  { id: 'syncState', width: 88, cell: ({ state }) => <StateMark state={state} /> },
  {
    id: 'backlog',
    width: 72,
    align: 'end',
    cell: ({ backlog }) => <Figure>{backlog === 0 ? '—' : number(backlog)}</Figure>,
  },
  {
    id: 'url',
    width: 216,
    grow: true,
    cell: ({ url }) => (
      <span title={url} className="cut">
        <Bare>{url}</Bare>
      </span>
    ),
  },
  { id: 'entities', width: 192, cell: ({ entities }) => <KindIcons kinds={entities} /> },
  {
    id: 'filter',
    width: 152,
    cell: ({ filter }) => {
      const text = filterText(filter);
      return (
        <span className="cut text-xs text-ink-2" title={text}>
          {text || none(t('subscriber.noFilter'))}
        </span>
      );
    },
  },
  {
    id: 'lastSuccess',
    width: 112,
    cell: ({ lastSuccess }) => <Quiet>{lastSuccess ? <Time iso={lastSuccess} /> : none(t('subscriber.never'))}</Quiet>,
  },
  {
    id: 'createTime',
    width: 112,
    hidden: true,
    sortable: true,
    cell: ({ createTime }) => (
      <Quiet>
        <Time iso={createTime} />
      </Quiet>
    ),
  },
  {
    id: 'updateTime',
    width: 112,
    sortable: true,
    cell: ({ updateTime }) => (
      <Quiet>
        <Time iso={updateTime} />
      </Quiet>
    ),
  },
  { id: 'actions', width: 108, cell: (subscriber) => <RowActions actions={actions(subscriber)} /> },
];
