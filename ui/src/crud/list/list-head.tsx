import type { EntityUi } from '#crud/define-entity.ts';
import { ExportButton } from '#crud/export-button.tsx';
import { useFormWays } from '#crud/form-place.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { useSession } from '#session/use-session.ts';
import { ImportButton } from './import-button.tsx';
import { exportOfList } from './list-export.ts';
import type { List } from './use-list.ts';

/** Which kind it is, and the ways in and out of its records. */
export function ListHead({ entity, list: { search, data } }: { entity: EntityUi; list: List }) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const ways = useFormWays(entity);
  const { key } = entity;
  return (
    <header className="flex h-13 flex-none items-center gap-2 px-6">
      <h1 className="mr-auto text-xl font-semibold">{t(`entity.${key}.many`)}</h1>
      <ImportButton kind={key}>{t('list.import')}</ImportButton>
      <ExportButton
        source={exportOfList(entity, search)}
        permission={`${key}:export`}
        header={data && t('list.exportHint', { total: number(data.total) })}
      />
      <Button variant="primary" icon="plus" refused={refuse(`${key}:create`)} {...ways.ahead} onClick={ways.create}>
        {t(`entity.${key}.create`)}
      </Button>
    </header>
  );
}
