import type { EntityUi } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form-place.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { FirstState } from '#kit/page-state.tsx';
import { useSession } from '#session/use-session.ts';
import { ImportButton } from './import-button.tsx';
import type { ListSearch } from './list-search.ts';
import { NoRows } from './no-rows.tsx';
import type { List } from './use-list.ts';

/** Whether conditions leave out some of the records. */
export const isNarrowed = (entity: EntityUi, search: ListSearch): boolean =>
  Boolean(search.q || search.status) || entity.filters.some(({ id }) => search[id] !== undefined);

export function ListEmpty({ entity, list }: { entity: EntityUi; list: List }) {
  const { t } = useTexts();
  const { search, filterBy } = list;
  const many = t(`entity.${entity.key}.many`);
  const narrowed = isNarrowed(entity, search);
  const nothing = Object.fromEntries(entity.filters.map(({ id }) => [id, undefined]));
  return (
    <NoRows
      loaded={list}
      narrowed={
        narrowed
          ? {
              title: t('list.emptyFiltered', { many }),
              text: t('list.emptyFilteredText'),
              onClear: () => filterBy({ ...nothing, q: undefined, status: undefined }),
              onClearStatus: search.status ? () => filterBy({ status: undefined }) : undefined,
            }
          : undefined
      }
      first={<NoneYet entity={entity} many={many} />}
    />
  );
}

function NoneYet({ entity, many }: { entity: EntityUi; many: string }) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const ways = useFormNavigation(entity);
  const create = `${entity.key}:create`;
  return (
    <FirstState
      title={t('list.emptyFirst', { many })}
      text={t(`entity.${entity.key}.first`)}
      actions={
        <>
          <Button variant="primary" icon="plus" refused={refuse(create)} {...ways.prefetchProps} onClick={ways.create}>
            {t(`entity.${entity.key}.create`)}
          </Button>
          <ImportButton kind={entity.key}>{t('list.importFile')}</ImportButton>
        </>
      }
      foot={t('list.importFormats')}
    />
  );
}
