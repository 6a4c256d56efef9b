import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type WorkingSet, workIn } from '#crud/change-set/working-set.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { CodeText } from '#kit/display/code.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { api } from '#session/session.ts';

/** The band above every page while one works in a change set: which one, whether its values are shown, and a way out. */
export function WorkingBand({ set }: { set: WorkingSet }) {
  const { t } = useTexts();
  const { data, problem } = useRead({
    queryKey: ['change set', set.id],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/change-sets/{id}', { params: { path: { id: set.id } }, signal })).data.changeSet,
  });
  const isEnded = problem?.status === 404 || (data !== undefined && data.status !== 'open');
  const title = data?.title ?? set.title;
  useEffect(() => {
    // the set may have been submitted here or elsewhere
    if (!isEnded) return;
    workIn(null);
    notify.info(t('changeSets.band.ended', { title }));
  }, [isEnded, title, t]);
  const show = (value: 'set' | 'live') => {
    workIn({ ...set, showsLive: value === 'live' });
    refreshReads();
  };
  return (
    <section
      aria-label={t('changeSets.band.label')}
      className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-info-edge bg-info-soft px-4 py-1"
    >
      <Icon name="layers" className="flex-none text-info-ink" />
      <span className="max-sm:sr-only">{t('changeSets.band.text')}</span>
      <Link
        to="/change-sets/$id"
        params={{ id: String(set.id) }}
        className="flex min-w-0 items-center gap-1.5 font-medium hover:underline max-sm:flex-1"
      >
        <CodeText>#{set.id}</CodeText>
        <bdi className="min-w-0 truncate">{title}</bdi>
      </Link>
      <span className="min-w-0 truncate text-xs text-ink-2 max-lg:hidden">{t('changeSets.band.note')}</span>
      <span className="ml-auto flex flex-none items-center gap-2">
        <Segmented
          aria-label={t('changeSets.band.shows')}
          value={set.showsLive ? 'live' : 'set'}
          onChange={show}
          options={[
            { value: 'set', label: t('changeSets.band.set') },
            { value: 'live', label: t('changeSets.band.live') },
          ]}
        />
        <Button
          size="sm"
          icon="logout"
          onClick={() => {
            workIn(null);
            refreshReads();
          }}
        >
          {t('changeSets.band.leave')}
        </Button>
      </span>
    </section>
  );
}
