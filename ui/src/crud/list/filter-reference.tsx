import { useEffect } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { useLabels } from '#crud/labels.ts';
import { recordOption } from '#crud/record-option.ts';
import { useFindRecords } from '#crud/use-find-records.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type FilterField, FilterValues } from '#kit/filter-values.tsx';

interface Props {
  kind: Entity;
  field: FilterField;
  close: () => void;
}

/** A record to be chosen as a condition: the first of them at once, any other by typing. */
export function FilterReference({ kind, field, close }: Props) {
  const { language } = useTexts();
  const { records, loading, problem, refused, ask } = useFindRecords(kind);
  useLabels();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, when it opens
  useEffect(() => ask(''), []);
  if (refused || problem) return <p className="p-3 text-ink-3">{refused || problem}</p>;
  const options = records.map((record) => recordOption(record, language));
  return <FilterValues field={{ ...field, options, onQuery: ask, loading }} close={close} />;
}
