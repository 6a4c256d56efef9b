import type { EntityUi } from '#crud/define-entity.ts';
import { useFormWays } from '#crud/form-place.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState, ErrorState, FirstState } from '#kit/page-state.tsx';
import { useSession } from '#session/use-session.ts';
import type { List } from './use-list.ts';

/** Stands where the rows would be: what is missing, and the one step that helps. */
export function ListEmpty({ entity, list }: { entity: EntityUi; list: List }) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const { problem, search, filterBy } = list;
  const ways = useFormWays(entity);
  const many = t(`entity.${entity.key}.many`);
  if (problem) {
    return (
      <ErrorState
        title={t('list.failed', { problem: problem.message })}
        text={t('list.failedText')}
        onRetry={list.reload}
        retrying={list.loading}
        errorKey={problem.key}
        traceId={problem.traceId}
      />
    );
  }
  const conditions = entity.filters.filter(({ id }) => search[id] !== undefined);
  if (search.q || search.status || conditions.length > 0) {
    const nothing = Object.fromEntries(entity.filters.map(({ id }) => [id, undefined]));
    return (
      <EmptyState
        title={t('list.emptyFiltered', { many })}
        text={t('list.emptyFilteredText')}
        actions={
          <>
            {search.status && (
              <Button onClick={() => filterBy({ status: undefined })}>{t('list.withoutStatus')}</Button>
            )}
            <Button
              variant={search.status ? 'ghost' : 'secondary'}
              onClick={() => filterBy({ ...nothing, q: undefined, status: undefined })}
            >
              {t('list.clearAll')}
            </Button>
          </>
        }
      />
    );
  }
  const create = `${entity.key}:create`;
  return (
    <FirstState
      title={t('list.emptyFirst', { many })}
      text={t(`entity.${entity.key}.first`)}
      actions={
        <Button variant="primary" icon="plus" refused={refuse(create)} {...ways.ahead} onClick={ways.create}>
          {t(`entity.${entity.key}.create`)}
        </Button>
      }
    />
  );
}
