import type { Entity } from '#api/facts.gen.ts';
import type { FilterSpec } from '#crud/define-entity.ts';
import { labelName, useLabels } from '#crud/labels.ts';
import { useRecordOf } from '#crud/use-find-records.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { filterOption } from './filter-option.ts';

/** The value of a condition in force: its name, and its code where it is one. */
export function FilterChosen({ spec, value }: { spec: FilterSpec; value: string }) {
  useTexts();
  if (spec.kind) return <ChosenRecord kind={spec.kind} code={value} />;
  const { label, code } = filterOption(spec, value);
  return (
    <>
      {label}
      {code && <Code small>{code}</Code>}
    </>
  );
}

function ChosenRecord({ kind, code }: { kind: Entity; code: string }) {
  const { language } = useTexts();
  useLabels();
  const name = labelName(kind, code, language);
  // an address may name a record that no row of the list refers to
  useRecordOf(kind, name === undefined ? code : undefined);
  return (
    <>
      {name}
      <Code small>{code}</Code>
    </>
  );
}
