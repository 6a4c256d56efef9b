import { useEffect, useRef, useState } from 'react';
import { recordOption } from '#crud/record-option.ts';
import { useFindRecords } from '#crud/use-find-records.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Combobox } from '#kit/combobox-field.tsx';
import type { Coordinates } from '#kit/coordinates.ts';
import { distanceTo, type Nearby, placed } from './nearby.ts';

interface Props {
  listed: readonly Nearby[];
  point: Coordinates | null;
  onAdd: (row: Nearby) => void;
}

/** One more airport, found by code, name or pinyin; its distance comes along. */
export function AddAirport({ listed, point, onAdd }: Props) {
  const { t, language } = useTexts();
  const { records, loading, problem, refused, ask } = useFindRecords('airport');
  // the field is emptied by being made anew
  const [turn, setTurn] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turn > 0) place.current?.querySelector('input')?.focus();
  }, [turn]);
  if (refused) return <span className="text-ink-3">{refused}</span>;

  function add(code: string | null): void {
    const record = records.find((one) => one.code === code);
    if (!record) return;
    const [airport] = placed([record]);
    onAdd({ airport: record.code, distance: point && airport ? distanceTo(point, airport) : null });
    setTurn(turn + 1);
  }
  return (
    <div ref={place} className="w-80 max-w-full">
      <Combobox
        key={turn}
        aria-label={t('trainStation.addAirport')}
        placeholder={t('trainStation.addAirport')}
        value={null}
        onChange={add}
        options={records
          .filter(({ code }) => !listed.some(({ airport }) => airport === code))
          .map((record) => recordOption(record, language))}
        onQuery={ask}
        loading={loading}
      />
      {problem && <p className="text-xs text-warn-ink">{problem}</p>}
    </div>
  );
}
