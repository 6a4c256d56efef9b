import type { Schemas } from '#api/metadata.gen.ts';
import { serverDate } from '#api/server-time.ts';
import {
  codeColumn,
  namedCodeColumn,
  recordCodeColumn,
  referenceColumn,
  referencesColumn,
  textColumn,
} from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';
import { scalarText } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import { CodeText } from '#kit/display/code.tsx';
import { Tag, type Tone } from '#kit/display/tag.tsx';

export const protocol = defineEntity({
  key: 'protocol',
  schema: 'ProtocolWrite',
  icon: 'document',
  columns: [
    recordCodeColumn(150),
    textColumn('supplier', { width: 168 }),
    textColumn('type', { width: 88 }),
    codeColumn('validFrom', { width: 104, hiddenByDefault: true }),
    { id: 'validTo', width: 184, cell: ({ validFrom, validTo }) => <ValidTo from={validFrom} to={validTo} /> },
    referenceColumn('airline', { width: 160, hiddenByDefault: true }),
    namedCodeColumn('currency', { width: 120, hiddenByDefault: true }),
    referencesColumn('countries', 'country', { hiddenByDefault: true }),
  ],
  leadingFilters: ['validity'],
  form: {
    load: () => import('./protocol-fields.tsx'),
    layout: { page: '/protocol/form' },
    quickEdit: () => import('#fields/name-fields.tsx'),
  },
});

const tones: Partial<Record<Schemas['Validity'], Tone>> = { ending: 'warn', expired: 'bad' };

/** The last day, with a label if it is near or past. */
function ValidTo({ from, to }: { from: unknown; to: unknown }) {
  useTexts();
  if (typeof to !== 'string') return null;
  const validity = validityOf(from, to);
  const tone = tones[validity];
  return (
    <span className="flex items-center gap-2">
      <CodeText>{to}</CodeText>
      {tone && <Tag tone={tone}>{scalarText('validity', validity)}</Tag>}
    </span>
  );
}

const SOON_DAYS = 30;

/** Returns the validity of a period on the viewer's current day; either end may be open. */
export function validityOf(from: unknown, to: unknown, now = serverDate()): Schemas['Validity'] {
  const today = calendarDay(now);
  if (typeof from === 'string' && from > today) return 'upcoming';
  if (typeof to !== 'string' || to > calendarDay(now, SOON_DAYS)) return 'running';
  return to < today ? 'expired' : 'ending';
}
