import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageSubject } from '#crud/page-subject.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Logo } from '#kit/display/logo.tsx';
import { LanguageMenu } from '../../-frame/language-menu.tsx';
import { ThemeMenu } from '../../-frame/theme-menu.tsx';

interface SignedOutLayoutProps {
  title: string;
  text?: ReactNode;
  /** shown at the bottom of the page */
  footer?: ReactNode;
  children?: ReactNode;
}

/** The layout of pages before sign-in: a globe, and the content beside it. */
export function SignedOutLayout({ title, text, footer, children }: SignedOutLayoutProps) {
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

const FILE_URL = '/globe.svg';

interface GlobeProps {
  label: string;
  className?: string | undefined;
}

/** A picture of the globe. The file contains only shapes; their colours are set here, so that both themes share it. */
function Globe({ label, className }: GlobeProps) {
  const renderPart = (id: string, className: string) => <use href={`${FILE_URL}#${id}`} className={className} />;
  return (
    <svg
      viewBox="0 0 960 900"
      preserveAspectRatio="xMidYMin slice"
      role="img"
      aria-label={label}
      className={cx('block size-full select-none', className)}
    >
      {renderPart('sea', 'fill-map-sea stroke-map-coast stroke-[0.8]')}
      <g fill="none" strokeLinejoin="round" className="stroke-map-wave">
        {renderPart('land', 'stroke-[13px] opacity-28')}
        {renderPart('land', 'stroke-[8px] opacity-40')}
        {renderPart('land', 'stroke-[3.5px] opacity-60')}
      </g>
      <g strokeLinejoin="round">{renderPart('land', 'fill-map-land stroke-map-coast stroke-[0.8]')}</g>
      <g fill="none">
        {renderPart('grid', 'stroke-map-grid stroke-[0.7]')}
        {renderPart('neatline', 'stroke-ink-3 stroke-[0.8]')}
        {renderPart('scale', 'stroke-ink-2 stroke-[3px]')}
        {renderPart('routes', 'stroke-accent stroke-[0.9] opacity-55')}
      </g>
      {renderPart('airports', 'fill-map-land stroke-ink-3 stroke-[1.1]')}
      <g strokeLinejoin="round" className="font-mono tracking-[0.03em] [paint-order:stroke]">
        {renderPart('codes', 'fill-ink-2 stroke-map-land stroke-[3px] text-[10.5px] font-medium')}
        {renderPart('home-code', 'fill-ink stroke-map-land stroke-[3px] text-xs font-semibold')}
      </g>
      {renderPart('halo', 'fill-none stroke-accent opacity-50')}
      {renderPart('home', 'fill-accent stroke-map-land stroke-[1.5]')}
    </svg>
  );
}
