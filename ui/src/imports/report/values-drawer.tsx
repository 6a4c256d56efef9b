import { useEffect } from 'react';
import { readOnce } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { Note } from '#kit/note.tsx';
import { EmptyState, ErrorState, Skeleton } from '#kit/page-state.tsx';
import { api } from '#session/session.ts';
import type { Rows } from './use-rows.ts';
import { ValueMatch } from './value-match.tsx';

interface Props extends ImportProps {
  rows: Rows;
}

/** The distinct values that match nothing, each to be matched once for all rows that hold it. */
export function ValuesDrawer({ rows, ...props }: Props) {
  const { found, state } = props;
  const { t } = useTexts();
  const { id, stageTime, status } = found;
  const close = () => rows.showValues(false);
  const loaded = useRead({
    ...readOnce,
    queryKey: ['import values', id, stageTime],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/imports/{id}/values', { params: { path: { id } }, signal })).data,
  });
  const { data, problem, loading, reload } = loaded;
  const { act, problem: refusal } = state.context;
  const isStaged = status === 'staged';
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once, when the import moves on
  useEffect(() => {
    if (!isStaged) close();
  }, [isStaged]);
  return (
    <Drawer open width={480} onClose={close} aria-label={t('imports.values.title')} title={t('imports.values.title')}>
      {problem ? (
        <ErrorState
          title={t('imports.values.failed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      ) : !data ? (
        <DrawerSection>
          <Skeleton height={96} className="late" />
        </DrawerSection>
      ) : data.items.length === 0 ? (
        <EmptyState icon="check" title={t('imports.values.none')} />
      ) : (
        <>
          <DrawerSection>
            <p className="text-ink-2">{t('imports.values.text')}</p>
            {data.total > data.items.length && (
              <p className="mt-1 text-xs text-ink-3">
                {t('imports.values.more', { n: number(data.total), shown: number(data.items.length) })}
              </p>
            )}
            {act?.act === 'correct' && refusal && (
              <Note tone="bad" live>
                {refusal.fields[0]?.message ?? refusal.message}
              </Note>
            )}
          </DrawerSection>
          {data.items.map((value) => (
            <ValueMatch
              {...props}
              key={`${value.column} ${value.rule} ${value.value}`}
              value={value}
              onShow={() => rows.filterBy({ state: 'refused', rule: value.rule, code: undefined })}
            />
          ))}
        </>
      )}
    </Drawer>
  );
}
