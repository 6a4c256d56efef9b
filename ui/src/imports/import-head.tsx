import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { iconOf } from '#crud/define-entity.ts';
import { usePageTitle } from '#crud/page-title.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import { Icon } from '#kit/icon.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { dots, type Import } from './import.ts';
import { ImportSteps } from './import-steps.tsx';

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
  usePageTitle(found?.filename ?? given);
  return (
    <header className="flex h-13 flex-none items-center gap-2 border-b border-line bg-panel px-6">
      <IconButton
        icon="chevron-left"
        size="md"
        className="-ml-2"
        aria-label={t('imports.back')}
        onClick={() => void navigate({ to: '/imports' })}
      />
      <h1 className="cut ml-1 text-lg font-semibold" title={title}>
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
