import type { EntityUi } from '#crud/define-entity.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { type ChoosableColumn, ColumnChooser } from '#kit/column-chooser.tsx';
import { Popover } from '#kit/popover.tsx';
import { leadingColumns } from './common-columns.tsx';
import type { ListPreferences } from './preferences.ts';
import type { List } from './use-list.ts';

interface Props {
  entity: EntityUi;
  list: List;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

const usualCommon = ['status', 'updateTime'];
const hiddenCommon = ['createTime', 'createdBy', 'updatedBy', 'version'];

const between = (entity: EntityUi) => entity.columns.filter(({ id }) => !leadingColumns(entity).includes(id));
const usual = (entity: EntityUi) => [
  ...between(entity)
    .filter((column) => !column.hidden)
    .map(({ id }) => id),
  ...usualCommon,
];
const choosable = (entity: EntityUi) => [...between(entity).map(({ id }) => id), ...usualCommon, ...hiddenCommon];

/** The columns between the pinned ones, in order: as the address says, else as kept on this device, else the usual. */
export function shownColumns(entity: EntityUi, cols: string | undefined, kept: string[] | undefined): string[] {
  const wanted = cols?.split(',') ?? kept;
  const all = choosable(entity);
  const known = wanted && [...new Set(wanted)].filter((id) => all.includes(id));
  // a link with none of the columns there are
  return !known || (known.length === 0 && wanted.length > 0) ? usual(entity) : known;
}

export function ListColumns({ entity, list, preferences, onPreferences }: Props) {
  const { t } = useTexts();
  const shown = shownColumns(entity, list.search.cols, preferences.columns);
  const locked = leadingColumns(entity);
  const rest = choosable(entity).filter((id) => !shown.includes(id));
  const columns: ChoosableColumn[] = [
    ...locked.map((id) => ({ id, label: pointerText(`/${id}`), visible: true, locked: true })),
    ...shown.map((id) => ({ id, label: pointerText(`/${id}`), visible: true })),
    ...rest.map((id) => ({ id, label: pointerText(`/${id}`), visible: false })),
  ];
  function choose(next: readonly ChoosableColumn[]): void {
    const ids = next.filter((column) => column.visible && !column.locked).map(({ id }) => id);
    onPreferences({ columns: ids });
    list.set({ cols: ids.join(',') === usual(entity).join(',') ? undefined : ids.join(',') }, { replace: true });
  }
  return (
    <Popover
      aria-label={t('list.columnsTitle')}
      align="end"
      trigger={
        <Button size="sm" icon="columns">
          {t('list.columns', { shown: shown.length + locked.length, all: columns.length })}
        </Button>
      }
    >
      <ColumnChooser
        title={t('list.columnsTitle')}
        columns={columns}
        onChange={choose}
        onReset={() => choose(usual(entity).map((id) => ({ id, label: '', visible: true })))}
      />
    </Popover>
  );
}
