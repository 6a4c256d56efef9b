import { codeColumn, recordCodeColumn, referenceColumn, textColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';
import { coordinatesColumn } from '#fields/place/coordinates-column.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';

export const eurailStation = defineEntity({
  key: 'eurail_station',
  schema: 'EurailStationWrite',
  icon: 'rail',
  columns: [
    recordCodeColumn(132),
    referenceColumn('city', { secondEntity: 'country', width: 148 }),
    {
      id: 'isMain',
      width: 104,
      unsortable: true,
      isEmpty: ({ isMain }) => isMain !== true,
      cell: ({ isMain }) => isMain === true && <MainMark />,
    },
    referenceColumn('eurail_station', { id: 'parent', width: 180, unsortable: true }),
    textColumn('timezone', { width: 136, hiddenByDefault: true }),
    referenceColumn('country', { width: 140, hiddenByDefault: true }),
    codeColumn('uicCode', { hiddenByDefault: true }),
    codeColumn('eurailCode', { width: 108, hiddenByDefault: true }),
    { ...coordinatesColumn, hiddenByDefault: true },
    textColumn('address', { width: 200, unsortable: true, hiddenByDefault: true }),
  ],
  form: {
    load: () => import('./station-form.tsx'),
    layout: { page: '/eu-stations/form' },
    quickEdit: () => import('./quick-edit-fields.tsx'),
  },
});

/** Marks the main station of a city. */
function MainMark() {
  const { t } = useTexts();
  return (
    <span className="inline-flex items-center gap-1 text-ink-2">
      <Icon name="check" size={14} />
      {t('value.boolean.true')}
    </span>
  );
}
