import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageSubject } from '#crud/page-subject.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Globe } from '#kit/display/globe.tsx';
import { Logo } from '#kit/display/logo.tsx';
import { LanguageMenu } from '../../-frame/language-menu.tsx';
import { ThemeMenu } from '../../-frame/theme-menu.tsx';

interface EntryFrameProps {
  title: string;
  text?: ReactNode;
  /** shown at the bottom of the page */
  footer?: ReactNode;
  children?: ReactNode;
}

/** The layout of pages before sign-in: a globe, and the content beside it. */
export function EntryFrame({ title, text, footer, children }: EntryFrameProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageSubject(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each step
  useEffect(() => {
    // the focused element of the previous step is gone, and no element of this step has the focus
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <div className="grid h-dvh lg:grid-cols-[1fr_480px]">
      <div className="relative hidden overflow-hidden border-r border-line bg-canvas lg:block">
        <Globe label={t('login.globe')} className="absolute inset-0" />
        <header className="absolute top-7 left-8">
          <Brand tagline />
        </header>
      </div>
      <main className="overflow-y-auto bg-panel">
        <div className="mx-auto grid min-h-full max-w-120 entry-rows gap-6 px-6 py-8 sm:px-16">
          <div className="flex items-start justify-end gap-1">
            <div className="mr-auto lg:invisible">
              <Brand />
            </div>
            <LanguageMenu />
            <ThemeMenu />
          </div>
          <div className="flex flex-col gap-4">
            <div className="flex flex-col gap-1">
              <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
                {title}
              </h1>
              {text && <p className="text-ink-2 wrap-anywhere">{text}</p>}
            </div>
            {children}
          </div>
          {footer && <div className="self-end">{footer}</div>}
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
