import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { onDemand, useOnDemand } from '#kit/on-demand.ts';
import { useHotkey } from '#kit/use-hotkey.ts';
import { PreviewBanner } from './preview-banner.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';
import { useTypedAhead } from './use-typed-ahead.ts';

const palette = onDemand(async () => (await import('./palette.tsx')).Palette);
const shortcuts = onDemand(async () => (await import('./shortcuts.tsx')).Shortcuts);

/** The key that is held begins what opens the palette. */
function loadPaletteOnModifier({ key }: KeyboardEvent): void {
  if (key === 'Control' || key === 'Meta') void palette.load();
}

/** The default layout: navigation, top bar, page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const [layer, setLayer] = useState<'palette' | 'shortcuts' | null>(null);
  useHotkey('mod+k', () => setLayer('palette'));
  useHotkey('?', () => setLayer('shortcuts'));
  const close = () => setLayer(null);
  const ahead = useTypedAhead(layer === 'palette');
  const Palette = useOnDemand(palette, layer === 'palette', close);
  const Shortcuts = useOnDemand(shortcuts, layer === 'shortcuts', close);
  useEffect(() => {
    window.addEventListener('keydown', loadPaletteOnModifier);
    return () => window.removeEventListener('keydown', loadPaletteOnModifier);
  }, []);
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
      <TopBar onSearch={() => setLayer('palette')} onSearchAhead={() => void palette.load()} />
      <main id="page" tabIndex={-1} className="relative flex min-h-0 min-w-0 bg-panel outline-none">
        {children}
      </main>
      {Palette && <Palette open={layer === 'palette'} onClose={close} ahead={ahead} />}
      {Shortcuts && <Shortcuts open={layer === 'shortcuts'} onClose={close} />}
    </div>
  );
}
