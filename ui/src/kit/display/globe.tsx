import { cx } from '#kit/cx.ts';

const file = '/globe.svg';

interface GlobeProps {
  label: string;
  className?: string | undefined;
}

/** The file holds geometry by id; what it looks like is inherited from here, so both themes share it. */
export function Globe({ label, className }: GlobeProps) {
  const part = (id: string, look: string) => <use href={`${file}#${id}`} className={look} />;
  return (
    <svg
      viewBox="0 0 960 900"
      preserveAspectRatio="xMidYMin slice"
      role="img"
      aria-label={label}
      className={cx('block size-full select-none', className)}
    >
      {part('sea', 'fill-map-sea stroke-map-coast stroke-[0.8]')}
      <g fill="none" strokeLinejoin="round" className="stroke-map-wave">
        {part('land', 'stroke-[13px] opacity-28')}
        {part('land', 'stroke-[8px] opacity-40')}
        {part('land', 'stroke-[3.5px] opacity-60')}
      </g>
      <g strokeLinejoin="round">{part('land', 'fill-map-land stroke-map-coast stroke-[0.8]')}</g>
      <g fill="none">
        {part('grid', 'stroke-map-grid stroke-[0.7]')}
        {part('neatline', 'stroke-ink-3 stroke-[0.8]')}
        {part('scale', 'stroke-ink-2 stroke-[3px]')}
        {part('routes', 'stroke-accent stroke-[0.9] opacity-55')}
      </g>
      {part('airports', 'fill-map-land stroke-ink-3 stroke-[1.1]')}
      <g strokeLinejoin="round" className="font-mono tracking-[0.03em] [paint-order:stroke]">
        {part('codes', 'fill-ink-2 stroke-map-land stroke-[3px] text-[10.5px] font-medium')}
        {part('home-code', 'fill-ink stroke-map-land stroke-[3px] text-xs font-semibold')}
      </g>
      {part('halo', 'fill-none stroke-accent opacity-50')}
      {part('home', 'fill-accent stroke-map-land stroke-[1.5]')}
    </svg>
  );
}
