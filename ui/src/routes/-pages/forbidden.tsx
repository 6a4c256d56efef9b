import { Link, useLocation } from '@tanstack/react-router';
import { usePageSubject } from '#crud/page-subject.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { EmptyState } from '#kit/messages/page-state.tsx';

interface ForbiddenProps {
  /** the permissions of which one is missing; on /403 it comes from the navigation state */
  missing?: readonly string[];
}

export function Forbidden({ missing }: ForbiddenProps) {
  const { t } = useTexts();
  const missingFromState = useLocation({ select: ({ state }) => state.missing });
  const names = missing ?? (missingFromState === undefined ? [] : [missingFromState]);
  usePageSubject(t('forbidden.title'));
  return (
    <EmptyState
      level={1}
      icon="lock"
      title={t('forbidden.title')}
      text={
        <>
          {names.length > 0 && (
            <p>
              {t(names.length === 1 ? 'forbidden.missing' : 'forbidden.missingAll')}
              {names.map((name, index) => (
                <span key={name}>
                  {index > 0 && t('common.separator')}
                  <Code small>{name}</Code>
                </span>
              ))}
            </p>
          )}
          <p>{t(names.length > 0 ? 'forbidden.ask' : 'forbidden.text')}</p>
        </>
      }
      actions={
        <Link to="/" className={linkClass}>
          {t('forbidden.home')}
        </Link>
      }
    />
  );
}
