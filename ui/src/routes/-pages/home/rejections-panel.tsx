import { Link, useNavigate } from '@tanstack/react-router';
import type { Schemas } from '#api/metadata.gen.ts';
import { recordLink } from '#crud/define-entity.ts';
import { formLink } from '#crud/form/definition/form-navigation.ts';
import { useRead } from '#crud/read/use-read.ts';
import { useDismissRejection } from '#crud/record/use-dismissal.ts';
import { reasonText } from '#crud/text/reason-text.ts';
import { recordName } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/code.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { api } from '#session/session.ts';
import { getEntity } from '../../-frame/get-entity.ts';

type Notice = Schemas['RejectionNotice'];

/** Reads the user's rejected records and proposals that are neither dismissed nor resubmitted. */
export const useRejections = () =>
  useRead({
    queryKey: ['rejections'],
    queryFn: async ({ signal }) => {
      const query = { pageSize: 100 } as const;
      return (await api.GET('/api/v1/reviews/rejected', { params: { query }, signal })).data;
    },
  });

interface Props {
  rejections: ReturnType<typeof useRejections>;
  /** Whether the panel is all that the page shows. */
  isPage?: boolean;
}

/** The user's rejected records and proposals; without any, it renders a note on a page of its own and nothing on the home page. */
export function RejectionsPanel({ rejections: { data }, isPage = false }: Props) {
  const { t } = useTexts();
  if (isPage && data?.total === 0) return <EmptyState title={t('home.worklist.empty')} />;
  if (!data || data.total === 0) return null;
  return (
    <Panel flush title={t('home.rejections')} note={number(data.total)}>
      <ul className={cx(!isPage && 'max-h-62 overflow-y-auto')}>
        {data.items.map((notice) => (
          <RejectionRow key={notice.notice} notice={notice} />
        ))}
      </ul>
    </Panel>
  );
}

function RejectionRow({ notice }: { notice: Notice }) {
  const { t, language } = useTexts();
  const { busy, dismiss } = useDismissRejection();
  const { kind, entity, id, code, action, proposal, by, time, reason } = notice;
  const place =
    kind === 'import' ? ({ to: '/imports/$id', params: { id: String(id) } } as const) : recordLink(entity, id);
  return (
    <li className="relative flex min-h-10.25 items-center gap-2.5 border-line px-4 py-1 not-first:border-t">
      <span className="min-w-14 flex-none">
        {kind === 'import' ? (
          <Icon name="upload" label={t('menu.import')} className="text-ink-3" />
        ) : (
          code && <Code>{code}</Code>
        )}
      </span>
      <span className="min-w-0 flex-1">
        <Link
          {...place}
          className="min-w-0 truncate block leading-4.5 font-medium -outline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {recordName(notice, language)}
        </Link>
        <span className="min-w-0 truncate block text-xs text-ink-3" title={reason && reasonText(reason)}>
          {t('rejection.by', { by })} <Time iso={time} />{' '}
          {reason && <span className="text-ink">{reasonText(reason)}</span>}
        </span>
      </span>
      {proposal !== undefined && action !== 'delete' && <ResumeLink notice={notice} proposal={proposal} />}
      <Button size="sm" variant="ghost" className="relative" busy={busy} onClick={() => void dismiss(notice.notice)}>
        {t('rejection.dismiss')}
      </Button>
    </li>
  );
}

/** A link to the form with the rejected values. */
function ResumeLink({ notice: { entity, id }, proposal }: { notice: Notice; proposal: number }) {
  const { t } = useTexts();
  const { to, search } = formLink(getEntity(entity), id, { fromProposal: proposal });
  return (
    // the link type of forms is the same for all entities
    <Link to={to} search={search} className={`${linkClass} relative flex-none text-xs`}>
      {t('rejection.again')}
    </Link>
  );
}

/** All rejections of the user's work. */
export function RejectionsPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const rejections = useRejections();
  return (
    <div className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-canvas px-page pb-4">
      <header className="flex h-13 flex-none items-center gap-2">
        <IconButton
          icon="chevron-left"
          size="md"
          className="-ml-2"
          aria-label={t('home.backHome')}
          onClick={() => void navigate({ to: '/' })}
        />
        <h1 className="text-xl font-semibold">{t('home.worklist.sentBack')}</h1>
      </header>
      <RejectionsPanel rejections={rejections} isPage />
    </div>
  );
}
