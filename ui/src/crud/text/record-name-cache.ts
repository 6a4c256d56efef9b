import { useSyncExternalStore } from 'react';
import type { EntityKey, Language, Schemas } from '#api/metadata.gen.ts';

type Label = Schemas['Label'];

interface NamedRecord {
  code: string;
  name: string;
  locales: Schemas['Locales'];
}

const labelsByKey = new Map<string, Label>();
const listeners = new Set<() => void>();
let revision = 0;

const labelKey = (entity: string, code: string) => `${entity} ${code}`;
const isSameLabel = (a: Label | undefined, b: Label) =>
  a?.name === b.name && a.en === b.en && a['zh-CN'] === b['zh-CN'];

function notifyListeners(): void {
  revision += 1;
  for (const listener of listeners) listener();
}

/** Caches the names in a response: entity → code → names. */
export function cacheLabels(labels: Schemas['Labels']): void {
  let hasChanges = false;
  for (const [entity, labelsByCode] of Object.entries(labels)) {
    for (const [code, label] of Object.entries(labelsByCode)) {
      if (isSameLabel(labelsByKey.get(labelKey(entity, code)), label)) continue;
      labelsByKey.set(labelKey(entity, code), label);
      hasChanges = true;
    }
  }
  if (hasChanges) notifyListeners();
}

function toLabel({ name, locales }: NamedRecord): Label {
  const label: Label = { name };
  for (const language of ['zh-CN', 'en'] as const) {
    const nameInLanguage = locales[language]?.name;
    if (nameInLanguage) label[language] = nameInLanguage;
  }
  return label;
}

/** Caches the names of loaded records. */
export const cacheRecordLabels = (entity: EntityKey, records: readonly NamedRecord[]): void =>
  cacheLabels({ [entity]: Object.fromEntries(records.map((record) => [record.code, toLabel(record)])) });

/** Clears the cache on sign-out: the next user may not have access to these records. */
export function clearLabels(): void {
  labelsByKey.clear();
  notifyListeners();
}

export const cachedLabel = (entity: EntityKey, code: string): Label | undefined =>
  labelsByKey.get(labelKey(entity, code));

/** Returns a label's name in the given language, else the record's own name. */
export const labelText = (label: Label | undefined, language: Language): string | undefined =>
  label && (label[language] ?? label.name);

/** Returns the cached name of a record in the given language, or undefined. */
export const cachedName = (entity: EntityKey, code: string, language: Language): string | undefined =>
  labelText(cachedLabel(entity, code), language);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders the component again when a cached name is added or changes. */
export const useRecordNameUpdates = (): number => useSyncExternalStore(subscribe, () => revision);
