import { useEffect, useRef, useState } from 'react';
import { useLive } from '#crud/use-live.ts';
import { entities } from '#entities/index.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/link-button.tsx';
import { listKeys } from '#kit/list-keys.ts';
import { EmptyState, ErrorState } from '#kit/page-state.tsx';
import { Panel } from '#kit/panel.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { Lines } from './home-skeleton.tsx';
import { ImportRow } from './import-row.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewRow } from './review-row.tsx';
import { type RecordReview, type ReviewItem, reviewKey, useDecision } from './use-decision.ts';

const sizes = [10, 20, 50, 100] as const;

function useReviews(pageSize: (typeof sizes)[number]) {
  return useLive(`reviews ${pageSize}`, async (signal) => {
    const { data } = await api.GET('/api/v1/reviews', { params: { query: { pageSize } }, signal });
    return data;
  });
}

/** What waits for a second person, oldest first. */
export function ReviewPanel() {
  const { t } = useTexts();
  const { can } = useSession();
  const reviews = entities.some(({ key }) => can(`${key}:review`));
  const [size, setSize] = useState<(typeof sizes)[number]>(10);
  const { data, problem, loading, reload } = useReviews(size);
  const bigger = sizes.find((other) => other > size);
  const left = data ? data.total - data.items.length : 0;
  if (!data && !problem) return <Lines count={8} />;
  return (
    <Panel flush title={t(reviews ? 'home.review' : 'home.reviewOthers')} note={data && number(data.total)}>
      {problem && !loading ? (
        <ErrorState title={problem.message} errorKey={problem.key} traceId={problem.traceId} onRetry={reload} />
      ) : data?.items.length === 0 ? (
        <div className="*:ml-0">
          <EmptyState title={t('home.reviewEmpty')} text={t('home.reviewEmptyText')} />
        </div>
      ) : (
        <Queue items={data?.items ?? []} />
      )}
      {left > 0 && bigger && !problem && (
        <div className="border-t border-line px-4 py-2">
          <LinkButton onClick={() => setSize(bigger)}>{t('home.reviewMore', { count: number(left) })}</LinkButton>
        </div>
      )}
    </Panel>
  );
}

function Queue({ items }: { items: readonly ReviewItem[] }) {
  const { busy, decide } = useDecision();
  const [rejecting, setRejecting] = useState<RecordReview>();
  const list = useRef<HTMLUListElement>(null);
  const decided = useRef<number>(undefined);

  // the row decided on goes, and the focus with it: the next one takes its place
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other rows stand there
  useEffect(() => {
    const links = list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [];
    const next = decided.current === undefined ? undefined : links[Math.min(decided.current, links.length - 1)];
    if (document.activeElement === document.body) next?.focus();
    decided.current = undefined;
  }, [items]);

  async function run(item: RecordReview, choice: 'approve' | 'reject', reason = ''): Promise<boolean> {
    const index = items.indexOf(item);
    const done = await decide(item, choice, reason);
    if (done) decided.current = index;
    return done;
  }

  return (
    <>
      <ul ref={list} onKeyDown={listKeys}>
        {items.map((item) =>
          item.kind === 'import' ? (
            <ImportRow key={reviewKey(item)} item={item} />
          ) : (
            <ReviewRow
              key={reviewKey(item)}
              item={item}
              busy={busy === reviewKey(item)}
              onApprove={() => void run(item, 'approve')}
              onReject={() => setRejecting(item)}
            />
          ),
        )}
      </ul>
      <RejectDialog
        item={rejecting}
        busy={busy !== undefined}
        onClose={() => setRejecting(undefined)}
        onReject={async (item, reason) => {
          if (await run(item, 'reject', reason)) setRejecting(undefined);
        }}
      />
    </>
  );
}
