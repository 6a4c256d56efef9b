import type { ComponentProps, ReactNode } from 'react';
import type { Problem } from '#api/problem.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { ErrorState } from '#kit/messages/page-state.tsx';
import { permissionText } from '#session/use-session.ts';
import type { Read } from './use-read.ts';

interface LoadFailedProps
  extends Pick<ComponentProps<typeof ErrorState>, 'text' | 'actions' | 'onRetry' | 'retrying' | 'level'> {
  /** What could not be loaded. */
  title: ReactNode;
  problem: Problem | null | undefined;
}

/** Says in place of what could not be loaded why: which permission is missing, or an error with its trace id. */
export function LoadFailed({ problem, text, ...block }: LoadFailedProps) {
  const permission = problem?.permission;
  return (
    <ErrorState
      {...block}
      icon={permission ? 'lock' : undefined}
      text={permission ? <MissingPermissions names={[permission]} /> : text}
      errorKey={problem?.key}
      traceId={problem?.traceId}
    />
  );
}

/** Names the permissions of which one is needed, and says who grants them. */
export function MissingPermissions({ names }: { names: readonly string[] }) {
  const { t } = useTexts();
  return (
    <>
      <p>
        {t(names.length === 1 ? 'forbidden.missing' : 'forbidden.missingAll')}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && t('common.separator')}
            <span className="font-medium text-ink">{permissionText(name)}</span>
            {/* `*` stands for several permissions and is none itself */}
            {!name.startsWith('*') && (
              <>
                {' '}
                <Code small>{name}</Code>
              </>
            )}
          </span>
        ))}
      </p>
      <p>{t('forbidden.ask')}</p>
    </>
  );
}

/** Says beside the button that loads further items why they could not be loaded. */
export function MoreFailed({ problem }: { problem: Problem | undefined }) {
  const { t } = useTexts();
  if (!problem) return null;
  return (
    <span role="alert" title={problem.traceId} className="min-w-0 text-xs text-bad-ink">
      {t('live.moreFailed', { problem: problem.message })}
    </span>
  );
}

interface DrawerTitleProps {
  read: Pick<Read<unknown>, 'refreshFailure' | 'reload' | 'loading'>;
  children: ReactNode;
}

/** The title of a drawer. While the content is outdated, a message replaces the title, so that the content below does not shift. */
export const DrawerTitle = ({ read, children }: DrawerTitleProps) =>
  read.refreshFailure ? <RefreshFailedStatus {...read} /> : children;

/** Says that data could not be refreshed and when it was loaded, tells the reason on hover, and offers to try again. */
export function RefreshFailedStatus({
  refreshFailure,
  reload,
  loading,
}: Pick<Read<unknown>, 'refreshFailure' | 'reload' | 'loading'>) {
  const { t } = useTexts();
  if (!refreshFailure) return null;
  const { problem, since } = refreshFailure;
  return (
    <span role="status" className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
      <Dot tone="bad" />
      <span title={[problem.message, problem.traceId].filter(Boolean).join(' · ')} className="min-w-0 truncate">
        {t('live.outdated', { time: shortTime(since.toISOString()) })}
      </span>
      <LinkButton className="flex-none" disabled={loading} onClick={reload}>
        {t('common.retry')}
      </LinkButton>
    </span>
  );
}
