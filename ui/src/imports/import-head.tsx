import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { entityIcon } from '#crud/define-entity.ts';
import { usePageSubject } from '#crud/page-subject.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { statusText } from './counts-text.ts';
import { type Import, type ImportStatus, statusTones } from './import.ts';

interface Props {
  /** Null until the import has been created or loaded. */
  importJob: Import | null;
  /** The title while there is no import. */
  title?: string;
  /** Whether the user is mapping the columns, which reopens that step of a checked import. */
  mapping?: boolean;
  /** The state of the event stream, shown beside the status. */
  streamStatus?: ReactNode;
  children?: ReactNode;
}

/** The header of an import page: file name, entity, status, steps, and a link back to the list. */
export function ImportHead({ importJob, title: titleWithoutImport, mapping = false, streamStatus, children }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const title = importJob?.filename ?? titleWithoutImport ?? t('imports.title');
  // without a subject, the page title is the name of its menu item
  usePageSubject(importJob?.filename ?? titleWithoutImport);
  return (
    <header className="flex min-h-13 flex-none items-center gap-2 border-b border-line bg-panel px-page max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-1.5">
      <IconButton
        icon="chevron-left"
        size="md"
        className="-ml-2"
        aria-label={t('imports.back')}
        onClick={() => void navigate({ to: '/imports' })}
      />
      <h1 className="min-w-0 truncate ml-1 text-lg font-semibold max-sm:flex-1" title={title}>
        {title}
      </h1>
      {importJob && (
        // on phones below the title
        <span className="flex flex-none items-center gap-2 max-sm:order-1 max-sm:w-full max-sm:pb-1 max-sm:pl-10">
          <span className="flex flex-none items-center gap-1.5 text-ink-2">
            <Icon name={entityIcon(importJob.entity)} className="text-ink-3" />
            {t(`entity.${importJob.entity}.many`)}
          </span>
          <StatusMark
            className="ml-1 flex-none"
            status={mapping ? 'pending' : statusTones[importJob.status]}
            label={mapping ? t('imports.status.uploaded') : statusText(importJob)}
          />
          {streamStatus}
        </span>
      )}
      <div className="ml-auto flex flex-none items-center gap-4 pl-4 max-sm:[&_[data-label]]:sr-only max-sm:[&_[data-label]]:block">
        {importJob && <ImportSteps importJob={importJob} mapping={mapping} />}
        {children}
      </div>
    </header>
  );
}

const steps = ['upload', 'map', 'check', 'apply', 'decide'] as const;

const stepOfStatus: Record<ImportStatus, number> = {
  uploading: 0,
  uploaded: 1,
  staging: 2,
  staged: 2,
  failed: 2,
  applying: 3,
  applied: 4,
  deciding: 4,
  // a reverted import has no step of its own
  reverting: -1,
  reverted: -1,
};

/** The steps of an import with the current one marked. */
function ImportSteps({ importJob, mapping }: { importJob: Pick<Import, 'status' | 'review'>; mapping?: boolean }) {
  const { t } = useTexts();
  // an import without a review ends when it is applied
  const visibleSteps = steps.filter((step) => step !== 'decide' || importJob.review !== 'none');
  const currentStep = Math.min(mapping ? 1 : stepOfStatus[importJob.status], visibleSteps.length - 1);
  if (currentStep < 0) return null;
  return (
    <ol aria-label={t('imports.steps')} className="hidden flex-none items-center @4xl:flex">
      {visibleSteps.map((step, index) => (
        <li key={step} aria-current={index === currentStep ? 'step' : undefined} className="flex items-center text-xs">
          {index > 0 && (
            <i aria-hidden className={cx('mx-2 h-0.5 w-5', index <= currentStep ? 'bg-ok' : 'bg-line-strong')} />
          )}
          <i
            aria-hidden
            className={cx(
              'mr-1.5 size-2.5 flex-none rounded-full',
              index < currentStep && 'bg-panel inset-ring-2 inset-ring-ok',
              index === currentStep && 'bg-ok ring-3 ring-ok-soft',
              index > currentStep && 'bg-panel inset-ring-2 inset-ring-line-strong',
            )}
          />
          <span className={index === currentStep ? 'font-semibold' : index > currentStep ? 'text-ink-3' : 'text-ink-2'}>
            {t(`imports.step.${step}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
