import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageSubject } from '#crud/page-subject.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Globe } from '#kit/display/globe.tsx';
import { Logo } from '#kit/display/logo.tsx';
import { LanguageMenu } from '../../-frame/language-menu.tsx';
import { ThemeToggle } from '../../-frame/theme-toggle.tsx';

interface Props {
  title: string;
  text?: ReactNode;
  /** At the foot of the page, small. */
  foot?: ReactNode;
  children?: ReactNode;
}

/** The pages that open without login: a globe, and beside it what is to be done. */
export function EntryFrame({ title, text, foot, children }: Props) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageSubject(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new step
  useEffect(() => {
    // what held the focus went with the step before, and nothing of this one has taken it
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <div className="grid h-dvh lg:grid-cols-[minmax(0,1fr)_480px]">
      <div className="relative hidden overflow-hidden border-r border-line bg-canvas lg:block">
        <Globe label={t('login.globe')} className="absolute inset-0" />
        <header className="absolute top-7 left-8">
          <Brand tagline />
        </header>
      </div>
      <main className="overflow-y-auto bg-panel">
        <div className="mx-auto grid min-h-full max-w-120 grid-rows-[minmax(0,2fr)_auto_minmax(0,3fr)] gap-6 px-6 py-8 sm:px-16">
          <div className="flex items-start justify-end gap-1">
            <div className="mr-auto lg:invisible">
              <Brand />
            </div>
            <LanguageMenu />
            <ThemeToggle />
          </div>
          <div className="flex flex-col gap-4">
            <div className="flex flex-col gap-1">
              <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
                {title}
              </h1>
              {text && <p className="text-ink-2 [overflow-wrap:anywhere]">{text}</p>}
            </div>
            {children}
          </div>
          <div className="self-end">{foot}</div>
        </div>
      </main>
    </div>
  );
}

function Brand({ tagline }: { tagline?: boolean }) {
  const { t } = useTexts();
  return (
    <div className="flex items-center gap-2">
      <Logo size={26} />
      <span className="text-lg font-semibold">{t('app.name')}</span>
      {tagline && <span className="ml-1.5 text-ink-3">{t('app.tagline')}</span>}
    </div>
  );
}

export function BackToSignIn() {
  const { t } = useTexts();
  return (
    <Link to="/login" className={`${linkClass} w-fit`}>
      {t('login.back')}
    </Link>
  );
}
