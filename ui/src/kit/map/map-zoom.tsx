import { cx } from '#kit/cx.ts';
import { Icon } from '#kit/icon.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { closest } from './view.ts';

export function MapZoom({ zoom, zoomBy }: { zoom: number; zoomBy: (factor: number) => void }) {
  const texts = useKitTexts();
  const button = (label: string, icon: 'plus' | 'minus', factor: number, end: boolean) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={end || undefined}
      onClick={() => zoomBy(factor)}
      className={cx(
        'grid size-[26px] place-items-center first:rounded-t-sm last:rounded-b-sm focus-visible:-outline-offset-2',
        end ? 'text-ink-off' : 'text-ink hover:bg-hover active:bg-active',
      )}
    >
      <Icon name={icon} size={14} />
    </button>
  );
  return (
    <div className="absolute top-3.5 right-3.5 flex flex-col divide-y divide-line rounded-sm bg-panel shadow-1 ring-1 ring-line-strong">
      {button(texts.zoomIn, 'plus', 2, zoom >= closest)}
      {button(texts.zoomOut, 'minus', 0.5, zoom <= 1)}
    </div>
  );
}
