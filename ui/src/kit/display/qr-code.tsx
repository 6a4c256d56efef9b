import { useEffect, useState } from 'react';

// scanners need a margin of four light modules around the code
const QUIET_ZONE_MODULES = 4;

/** Draws the dark modules of a row as one path; adjacent modules are joined to avoid hairlines between them. */
function rowPath(cells: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < cells.length; x += 1) {
    if (!cells[x] || cells[x - 1]) continue;
    const end = cells.findIndex((cell, index) => index > x && !cell);
    path += `M${x} ${y}h${(end < 0 ? cells.length : end) - x}v1H${x}z`;
  }
  return path;
}

interface QrCodeProps {
  text: string;
  label: string;
  /** in pixels, including the quiet zone */
  size?: number | undefined;
}

/** A QR code, dark on light in both themes because many scanners need that. The encoder is loaded with the first code. */
export function QrCode({ text, label, size = 184 }: QrCodeProps) {
  const [cells, setCells] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    let isUnmounted = false;
    void import('uqr').then(
      ({ encode }) => isUnmounted || setCells(encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES }).data),
    );
    return () => {
      isUnmounted = true;
    };
  }, [text]);
  const moduleCount = cells?.length ?? 1;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${moduleCount} ${moduleCount}`}
      shapeRendering="crispEdges"
      className="flex-none rounded-sm border border-line"
    >
      <rect width={moduleCount} height={moduleCount} fill="#fff" />
      <path d={cells?.map(rowPath).join('')} fill="#000" />
    </svg>
  );
}
