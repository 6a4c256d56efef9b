import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { iconOf } from '#crud/define-entity.ts';
import { usePageSubject } from '#crud/page-subject.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { dots, type Import, type ImportStatus } from './import.ts';

interface Props {
  /** None while it has not begun, or is not known. */
  found: Import | null;
  /** What the page is about then. */
  title?: string;
  /** Its columns are being mapped, again perhaps. */
  mapping?: boolean;
  /** Beside its status: whether that is told live. */
  live?: ReactNode;
  children?: ReactNode;
}

/** Which file it is, of which kind and how far, and the way back to the list. */
export function ImportHead({ found, title: given, mapping = false, live, children }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const title = found?.filename ?? given ?? t('imports.title');
  // while it is not known, the page's place in the menu says it all
  usePageSubject(found?.filename ?? given);
  return (
    <header className="flex h-13 flex-none items-center gap-2 border-b border-line bg-panel px-6">
      <IconButton
        icon="chevron-left"
        size="md"
        className="-ml-2"
        aria-label={t('imports.back')}
        onClick={() => void navigate({ to: '/imports' })}
      />
      <h1 className="min-w-0 truncate ml-1 text-lg font-semibold" title={title}>
        {title}
      </h1>
      {found && (
        <>
          <span className="flex flex-none items-center gap-1.5 text-ink-2">
            <Icon name={iconOf(found.entity)} className="text-ink-3" />
            {t(`entity.${found.entity}.many`)}
          </span>
          <StatusMark
            className="ml-1 flex-none"
            status={mapping ? 'pending' : dots[found.status]}
            label={t(`imports.status.${mapping ? 'uploaded' : found.status}`)}
          />
          {live}
        </>
      )}
      <div className="ml-auto flex flex-none items-center gap-4 pl-4">
        {found && <ImportSteps found={found} mapping={mapping} />}
        {children}
      </div>
    </header>
  );
}

const steps = ['upload', 'map', 'check', 'apply', 'decide'] as const;

const stepOf: Record<ImportStatus, number> = {
  uploading: 0,
  uploaded: 1,
  staging: 2,
  staged: 2,
  failed: 2,
  applying: 3,
  applied: 4,
  deciding: 4,
  // what is taken back has no stop of its own
  reverting: -1,
  reverted: -1,
};

/** How far an import has come: a line with its stops, green up to now. */
function ImportSteps({ found, mapping }: { found: Pick<Import, 'status' | 'review'>; mapping?: boolean }) {
  const { t } = useTexts();
  // where nobody decides, the last stop is that it is applied
  const shown = steps.filter((step) => step !== 'decide' || found.review !== 'none');
  const now = Math.min(mapping ? 1 : stepOf[found.status], shown.length - 1);
  if (now < 0) return null;
  return (
    <ol aria-label={t('imports.steps')} className="hidden flex-none items-center @4xl:flex">
      {shown.map((step, index) => (
        <li key={step} aria-current={index === now ? 'step' : undefined} className="flex items-center text-xs">
          {index > 0 && <i aria-hidden className={cx('mx-2 h-0.5 w-5', index <= now ? 'bg-ok' : 'bg-line-strong')} />}
          <i
            aria-hidden
            className={cx(
              'mr-1.5 size-2.5 flex-none rounded-full',
              index < now && 'bg-panel inset-ring-2 inset-ring-ok',
              index === now && 'bg-ok ring-3 ring-ok-soft',
              index > now && 'bg-panel inset-ring-2 inset-ring-line-strong',
            )}
          />
          <span className={index === now ? 'font-semibold' : index > now ? 'text-ink-3' : 'text-ink-2'}>
            {t(`imports.step.${step}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
