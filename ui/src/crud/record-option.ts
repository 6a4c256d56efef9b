import type { Entity, Language } from '#api/facts.gen.ts';
import type { Option } from '#kit/choice/option.tsx';
import { labelName, labelOf } from './labels.ts';
import { nameOf, secondName } from './names.ts';

interface Coded {
  code: string;
  name: string;
  locales: Parameters<typeof nameOf>[0]['locales'];
}

/** A record as something to choose: its code, its name, its name in the other language. */
export const recordOption = (record: Coded, language: Language): Option => ({
  value: record.code,
  code: record.code,
  label: nameOf(record, language),
  note: secondName(record, language),
});

/** What is chosen already, by the name that is known of it; the code alone until then. */
export const chosenOption = (kind: Entity, code: string, language: Language): Option =>
  labelOf(kind, code)
    ? { value: code, code, label: labelName(kind, code, language) ?? code }
    : { value: code, label: code };
