import { type Entity, enums } from '#api/facts.gen.ts';

import { entityIcon } from '#crud/define-entity.ts';
import type { ListColumn } from '#crud/list/list-columns.tsx';
import { Time } from '#crud/time.tsx';
import { valueText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Code, CodeText } from '#kit/display/chip.tsx';
import { MutedText, NumberText } from '#kit/table/cells.tsx';
import type { RowAction } from '#kit/table/data-table.tsx';
import { RowActions } from '#kit/table/row-actions.tsx';
import { StateMark } from './marks.tsx';
import { inOrder, type Subscriber } from './subscriber.ts';

const none = (text: string) => <span className="text-ink-3">{text}</span>;

export const subscriberColumns = (actions: (subscriber: Subscriber) => RowAction[]): ListColumn<Subscriber>[] => [
  { id: 'name', pinned: true, width: 176, sortable: true, cell: ({ name }) => <Code>{name}</Code> },
  { id: 'syncState', width: 88, cell: ({ state }) => <StateMark state={state} /> },
  {
    id: 'backlog',
    width: 72,
    align: 'end',
    cell: ({ backlog }) => <NumberText>{backlog === 0 ? '—' : number(backlog)}</NumberText>,
  },
  {
    id: 'url',
    width: 216,
    truncates: true,
    cell: ({ url }) => (
      <span title={url} className="min-w-0 truncate">
        <CodeText>{url}</CodeText>
      </span>
    ),
  },
  { id: 'entities', width: 192, cell: ({ entities }) => <KindIcons kinds={entities} /> },
  {
    id: 'filter',
    width: 152,
    truncates: true,
    cell: ({ filter }) => {
      const text = filterText(filter);
      return (
        <span className="min-w-0 truncate text-xs text-ink-2" title={text}>
          {text || none(t('subscriber.noFilter'))}
        </span>
      );
    },
  },
  {
    id: 'lastSuccess',
    width: 112,
    cell: ({ lastSuccess }) => (
      <MutedText>{lastSuccess ? <Time iso={lastSuccess} /> : none(t('subscriber.never'))}</MutedText>
    ),
  },
  {
    id: 'createTime',
    width: 112,
    hidden: true,
    sortable: true,
    cell: ({ createTime }) => (
      <MutedText>
        <Time iso={createTime} />
      </MutedText>
    ),
  },
  {
    id: 'updateTime',
    width: 112,
    sortable: true,
    cell: ({ updateTime }) => (
      <MutedText>
        <Time iso={updateTime} />
      </MutedText>
    ),
  },
  { id: 'actions', width: 108, cell: (subscriber) => <RowActions actions={actions(subscriber)} /> },
];

/** 启用、停用 · 中国 CN: what of a kind a subscriber takes; '' where it takes everything. */
const filterText = (filter: Subscriber['filter']): string =>
  (['statuses', 'countries'] as const)
    .map((part) => valueText('SubscriberBody', `/filter/${part}`, filter?.[part]))
    .filter(Boolean)
    .join(' · ');

/** Which kinds somebody takes, by their icons; in words on hover and to who listens. */
function KindIcons({ kinds }: { kinds: readonly Entity[] }) {
  const { t } = useTexts();
  if (kinds.length === 0) return <span className="text-xs text-ink-3">{t('subscriber.noKind')}</span>;
  const names = inOrder(kinds).map((kind) => t(`entity.${kind}.many`));
  const all = kinds.length === enums.Entity.length;
  return (
    <span title={names.join(t('common.separator'))} className="flex items-center gap-1.5 text-ink-2">
      <span className="sr-only">{names.join(t('common.separator'))}</span>
      {all ? (
        <span aria-hidden className="text-xs">
          {t('subscriber.allKinds', { count: kinds.length })}
        </span>
      ) : (
        inOrder(kinds).map((kind) => <Icon key={kind} name={entityIcon(kind)} />)
      )}
    </span>
  );
}
