import type { ListPreferences } from '#crud/list/preferences.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { type ChoosableColumn, ColumnChooser } from '#kit/column-chooser.tsx';
import { Popover } from '#kit/popover.tsx';
import { type AdminColumn, choosable, usual } from './columns.ts';
import type { AdminListState } from './use-admin-list.ts';

interface Props<Row> {
  list: AdminListState;
  columns: readonly AdminColumn<Row>[];
  shown: readonly AdminColumn<Row>[];
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** Which columns are shown, and in which order. */
export function AdminColumns<Row>({ list, columns, shown, onPreferences }: Props<Row>) {
  const { t } = useTexts();
  const visible = choosable(shown).map(({ id }) => id);
  const all = choosable(columns).map(({ id }) => id);
  const entry = (id: string, visible: boolean) => ({ id, label: pointerText(`/${id}`), visible });
  const entries: ChoosableColumn[] = [
    ...columns.slice(0, 1).map(({ id }) => ({ ...entry(id, true), locked: true })),
    ...visible.map((id) => entry(id, true)),
    ...all.filter((id) => !visible.includes(id)).map((id) => entry(id, false)),
  ];
  function choose(ids: readonly string[]): void {
    onPreferences({ columns: [...ids] });
    void list.set({ cols: ids.join(',') === usual(columns).join(',') ? undefined : ids.join(',') }, { replace: true });
  }
  return (
    <Popover
      aria-label={t('list.columnsTitle')}
      align="end"
      trigger={
        <Button size="sm" icon="columns">
          {t('list.columns', { shown: visible.length + 1, all: entries.length })}
        </Button>
      }
    >
      <ColumnChooser
        title={t('list.columnsTitle')}
        columns={entries}
        onChange={(next) => choose(next.filter((one) => one.visible && !one.locked).map(({ id }) => id))}
        onReset={() => choose(usual(columns))}
      />
    </Popover>
  );
}
