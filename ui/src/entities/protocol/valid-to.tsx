import type { Schemas } from '#api/facts.gen.ts';
import { plainText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Bare } from '#kit/chip.tsx';
import { Tag, type Tone } from '#kit/tag.tsx';
import { validityOf } from './validity.ts';

const tones: Partial<Record<Schemas['Validity'], Tone>> = { ending: 'warn', expired: 'bad' };

/** The last day; a word beside it once it is near or past. */
export function ValidTo({ from, to }: { from: unknown; to: unknown }) {
  useTexts();
  if (typeof to !== 'string') return null;
  const validity = validityOf(from, to);
  const tone = tones[validity];
  return (
    <span className="flex items-center gap-2">
      <Bare>{to}</Bare>
      {tone && <Tag tone={tone}>{plainText('validity', validity)}</Tag>}
    </span>
  );
}
