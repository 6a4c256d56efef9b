import { useEffect, useState } from 'react';

// four modules on each side: scanners look for that much light around a code
const quiet = 4;

/** The dark modules of a row as one path: neighbours are drawn together, so that no hairline shows between them. */
function row(cells: readonly boolean[], y: number): string {
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
  /** In pixels, the quiet zone included. */
  size?: number | undefined;
}

/** Dark on light in both themes: many scanners read it no other way. The encoder is loaded with the first one shown. */
export function QrCode({ text, label, size = 184 }: QrCodeProps) {
  const [cells, setCells] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    let gone = false;
    void import('uqr').then(({ encode }) => gone || setCells(encode(text, { ecc: 'M', border: quiet }).data));
    return () => {
      gone = true;
    };
  }, [text]);
  const modules = cells?.length ?? 1;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className="flex-none rounded-sm border border-line"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={cells?.map(row).join('')} fill="#000" />
    </svg>
  );
}
