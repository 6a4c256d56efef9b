import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';

export function BackToSignIn() {
  const { t } = useTexts();
  return (
    <Link to="/login" className={`${linkClass} w-fit`}>
      {t('login.back')}
    </Link>
  );
}
