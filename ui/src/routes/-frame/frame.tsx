import { type ReactNode, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { useHotkey } from '#kit/use-hotkey.ts';
import { Palette } from './palette.tsx';
import { PreviewBanner } from './preview-banner.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';

/** The default layout: navigation, top bar, page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const [layer, setLayer] = useState<'palette' | 'shortcuts' | null>(null);
  useHotkey('mod+k', () => setLayer('palette'));
  useHotkey('?', () => setLayer('shortcuts'));
  const close = () => setLayer(null);
  return (
    <div className="grid h-dvh grid-cols-[48px_minmax(0,1fr)] grid-rows-[auto_48px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)]">
      <a href="#page" className="sr-only focus:not-sr-only focus:absolute focus:z-(--z-tip) focus:bg-raised focus:p-2">
        {t('menu.skip')}
      </a>
      {/* the row is there without it, and of no height */}
      <div className="col-span-full">
        <PreviewBanner />
      </div>
      <SideNavigation onShortcuts={() => setLayer('shortcuts')} />
      <TopBar onSearch={() => setLayer('palette')} />
      <main id="page" tabIndex={-1} className="relative flex min-h-0 min-w-0 bg-panel outline-none">
        {children}
      </main>
      <Palette open={layer === 'palette'} onClose={close} />
      <Shortcuts open={layer === 'shortcuts'} onClose={close} />
    </div>
  );
}
