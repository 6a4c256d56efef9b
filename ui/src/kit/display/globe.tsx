import { cx } from '#kit/cx.ts';

const FILE_URL = '/globe.svg';

interface GlobeProps {
  label: string;
  className?: string | undefined;
}

/** A picture of the globe. The file contains only shapes; their colours are set here, so that both themes share it. */
export function Globe({ label, className }: GlobeProps) {
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
