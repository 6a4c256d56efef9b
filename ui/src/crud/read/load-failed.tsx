import type { ComponentProps, ReactNode } from 'react';
import type { Problem } from '#api/problem.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/display/chip.tsx';
import { ErrorState } from '#kit/messages/page-state.tsx';
import { permissionText } from '#session/use-session.ts';

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
