import { type EntityKey, enums } from '#api/metadata.gen.ts';

import { entityIcon } from '#crud/define-entity.ts';
import type { ListColumn } from '#crud/list/columns/list-columns.tsx';
import { Time } from '#crud/text/time.tsx';
import { valueText } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Code, CodeText } from '#kit/display/code.tsx';
import { MutedText, NumberText } from '#kit/table/cells.tsx';
import type { RowAction } from '#kit/table/data-table.tsx';
import { RowActions } from '#kit/table/row-actions.tsx';
import { StateMark } from '#sync/subscribers/status-marks.tsx';
import { type Subscriber, sortByGroup } from './subscriber.ts';

const faintText = (text: string) => <span className="text-ink-3">{text}</span>;

export const subscriberColumns = (actions: (subscriber: Subscriber) => RowAction[]): ListColumn<Subscriber>[] => [
  { id: 'name', pinned: true, width: 176, sortable: true, cell: ({ name }) => <Code>{name}</Code> },
  { id: 'syncState', width: 88, onPhone: 'firstLine', cell: ({ state }) => <StateMark state={state} /> },
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
    onPhone: 'secondLine',
    cell: ({ url }) => (
      <span title={url ?? undefined} className="min-w-0 truncate">
        {url === null ? <MutedText>{t('subscriber.pullsOnly')}</MutedText> : <CodeText>{url}</CodeText>}
      </span>
    ),
  },
  { id: 'entities', width: 192, cell: ({ entities }) => <EntityIcons entities={entities} /> },
  {
    id: 'filter',
    width: 152,
    truncates: true,
    cell: ({ filter }) => {
      const text = filterText(filter);
      return (
        <span className="min-w-0 truncate text-xs text-ink-2" title={text}>
          {text || faintText(t('subscriber.noFilter'))}
        </span>
      );
    },
  },
  {
    id: 'lastSuccess',
    width: 112,
    cell: ({ lastSuccess }) => (
      <MutedText>{lastSuccess ? <Time iso={lastSuccess} /> : faintText(t('subscriber.never'))}</MutedText>
    ),
  },
  {
    id: 'createTime',
    width: 112,
    hiddenByDefault: true,
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

/** Returns the text of a filter, such as 启用、停用 · 中国 CN, or an empty text if there is none. */
const filterText = (filter: Subscriber['filter']): string =>
  (['statuses', 'countries'] as const)
    .map((filterName) => valueText('SubscriberBody', `/filter/${filterName}`, filter?.[filterName]))
    .filter(Boolean)
    .join(' · ');

/** Shows the icons of entities, with their names as tooltip and for screen readers. */
function EntityIcons({ entities }: { entities: readonly EntityKey[] }) {
  const { t } = useTexts();
  if (entities.length === 0) return <span className="text-xs text-ink-3">{t('subscriber.noKind')}</span>;
  const names = sortByGroup(entities).map((entity) => t(`entity.${entity}.many`));
  const hasAllEntities = entities.length === enums.Entity.length;
  return (
    <span title={names.join(t('common.separator'))} className="flex items-center gap-1.5 text-ink-2">
      <span className="sr-only">{names.join(t('common.separator'))}</span>
      {hasAllEntities ? (
        <span aria-hidden className="text-xs">
          {t('subscriber.allKinds', { count: entities.length })}
        </span>
      ) : (
        sortByGroup(entities).map((entity) => <Icon key={entity} name={entityIcon(entity)} />)
      )}
    </span>
  );
}
