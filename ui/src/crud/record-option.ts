import type { EntityKey, Language } from '#api/metadata.gen.ts';
import type { Option } from '#kit/choice/option.tsx';
import { cachedLabel, cachedName } from './text/record-name-cache.ts';
import { recordName, secondName } from './text/record-names.ts';

interface CodedRecord {
  code: string;
  name: string;
  locales: Parameters<typeof recordName>[0]['locales'];
}

/** Returns a record as an option with its code, its name and its name in the other language. */
export const recordOption = (record: CodedRecord, language: Language): Option => ({
  value: record.code,
  code: record.code,
  label: recordName(record, language),
  note: secondName(record, language),
});

/** Returns the option of a selected code, labelled with the record's cached name, or with the code if no name is cached. */
export const cachedOption = (entity: EntityKey, code: string, language: Language): Option =>
  cachedLabel(entity, code)
    ? { value: code, code, label: cachedName(entity, code, language) ?? code }
    : { value: code, label: code };
