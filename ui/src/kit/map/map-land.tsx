import { useId } from 'react';
import { useLand, useLandPath } from './land.ts';
import type { Size, View } from './view.ts';

/** Land with its coast, and the sea going out from it in three waves. */
export function MapLand({ view, size }: { view: View; size: Size }) {
  const id = useId();
  const land = useLand(view);
  const { path, dx, dy } = useLandPath(land, view, size);
  const part = (look: string) => <use href={`#${id}`} className={look} />;
  // bare paper until the coast has come: a sea under the pin would be wrong
  if (!land) return <rect width={size.width} height={size.height} className="fill-map-land" />;
  return (
    <>
      <defs>
        <path id={id} d={path} />
      </defs>
      <g transform={`translate(${dx} ${dy})`} strokeLinejoin="round">
        <g fill="none" className="stroke-map-wave">
          {part('stroke-[13px] opacity-28')}
          {part('stroke-[8px] opacity-40')}
          {part('stroke-[3.5px] opacity-60')}
        </g>
        {part('fill-map-land stroke-map-coast stroke-[0.8]')}
      </g>
    </>
  );
}
