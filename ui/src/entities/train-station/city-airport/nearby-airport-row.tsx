import { labelName, labelOf, useLabels } from '#crud/labels.ts';
import { useRecordOf } from '#crud/use-find-records.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import { Code } from '#kit/chip.tsx';
import { kilometres, type Nearby } from './nearby.ts';

interface Props {
  row: Nearby;
  error: string | undefined;
  /** Undefined for who may not. */
  onRemove: (() => void) | undefined;
}

/** One airport: its code, its name, how far it is. */
export function NearbyAirportRow({ row: { airport, distance }, error, onRemove }: Props) {
  const { t, language } = useTexts();
  useLabels();
  // nothing is asked where a name is known
  useRecordOf('airport', labelOf('airport', airport) ? null : airport);
  const name = labelName('airport', airport, language);
  return (
    <li className="border-t border-line px-4 first:border-0">
      <div className="flex min-h-10 items-center gap-2.5">
        <Code>{airport}</Code>
        <span className="cut flex-1">{name}</span>
        <span className="flex-none font-mono text-xs text-ink-2">{kilometres(distance)}</span>
        {onRemove && (
          <IconButton icon="close" aria-label={`${t('common.remove')} ${name ?? airport}`} onClick={onRemove} />
        )}
      </div>
      {error && <p className="pb-2 text-xs text-bad-ink">{error}</p>}
    </li>
  );
}
