import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { enums, routes } from '#api/metadata.gen.ts';
import { statusLostByChange } from '#crud/change-set/reopening.ts';
import { leaveSet, type WorkingSet, workIn } from '#crud/change-set/working-set.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { CodeText } from '#kit/display/code.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { useHasUnsavedInput } from '#kit/unsaved-input.ts';
import { shortTitle } from './change-set.ts';
import { useSet } from './use-change-set.ts';

/** The band above every page while one works in a change set: which one, whether its values are shown, and a way out. */
export function WorkingBand({ set }: { set: WorkingSet }) {
  const { t } = useTexts();
  const { data, problem } = useSet(set.id);
  const { pathname } = useLocation();
  const isEnded = problem?.status === 404 || (data !== undefined && data.status !== 'open');
  const lostStatus = data && statusLostByChange(data);
  const title = data?.title ?? set.title;
  // leaving the set remounts these pages, and a form would lose what has been typed
  const mayBeEdited = enums.Entity.some((kind) => `${pathname}/`.startsWith(`${routes[kind]}/`));
  const hasUnsavedInput = useHasUnsavedInput();
  const leavesSet = isEnded && !mayBeEdited && !hasUnsavedInput;
  useEffect(() => {
    // the set may have been submitted here or elsewhere
    if (!leavesSet) return;
    workIn(null);
    notify.info(t('changeSets.band.ended', { title: shortTitle(title) }));
  }, [leavesSet, title, t]);
  const show = (value: 'set' | 'live') => {
    workIn({ ...set, showsLive: value === 'live' });
    refreshReads();
  };
  return (
    <section
      aria-label={t('changeSets.band.label')}
      className={cx(
        'flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-1',
        isEnded ? 'border-warn-edge bg-warn-soft' : 'border-info-edge bg-info-soft',
      )}
    >
      <Icon
        name={isEnded ? 'warning' : 'layers'}
        className={cx('flex-none', isEnded ? 'text-warn-ink' : 'text-info-ink')}
      />
      {!isEnded && <span className="max-sm:sr-only">{t('changeSets.band.text')}</span>}
      <Link
        to="/change-sets/$id"
        params={{ id: String(set.id) }}
        // a long title is cut rather than wrapped into a row of its own
        className="flex max-w-max min-w-0 grow basis-24 items-center gap-1.5 font-medium hover:underline"
      >
        <CodeText>#{set.id}</CodeText>
        <bdi className="min-w-0 truncate">{title}</bdi>
      </Link>
      {isEnded ? (
        <span role="status" className="min-w-0 text-warn-ink">
          {t(lostStatus ? `changeSets.band.${lostStatus}` : 'changeSets.band.notOpen')}
        </span>
      ) : (
        <span className="min-w-0 truncate text-xs text-ink-2 max-lg:hidden">{t('changeSets.band.note')}</span>
      )}
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
        <Button size="sm" icon="logout" onClick={() => leaveSet(refreshReads)}>
          {t('changeSets.band.leave')}
        </Button>
      </span>
    </section>
  );
}
