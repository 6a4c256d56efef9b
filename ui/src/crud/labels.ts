import { useSyncExternalStore } from 'react';
import type { Entity, Language, Schemas } from '#api/facts.gen.ts';

type Label = Schemas['Label'];

interface Named {
  code: string;
  name: string;
  locales: Schemas['Locales'];
}

const labelsByKey = new Map<string, Label>();
const listeners = new Set<() => void>();
let revision = 0;

const keyOf = (kind: string, code: string) => `${kind} ${code}`;
const isSameLabel = (a: Label | undefined, b: Label) =>
  a?.name === b.name && a.en === b.en && a['zh-CN'] === b['zh-CN'];

function notifyListeners(): void {
  revision += 1;
  for (const listener of listeners) listener();
}

/** Stores the names in a response: kind → code → names. */
export function learnLabels(labels: Schemas['Labels']): void {
  let hasChanges = false;
  for (const [kind, names] of Object.entries(labels)) {
    for (const [code, label] of Object.entries(names)) {
      if (isSameLabel(labelsByKey.get(keyOf(kind, code)), label)) continue;
      labelsByKey.set(keyOf(kind, code), label);
      hasChanges = true;
    }
  }
  if (hasChanges) notifyListeners();
}

function toLabel({ name, locales }: Named): Label {
  const label: Label = { name };
  for (const language of ['zh-CN', 'en'] as const) {
    const nameInLanguage = locales[language]?.name;
    if (nameInLanguage) label[language] = nameInLanguage;
  }
  return label;
}

/** The same from whole records. */
export const learnRecords = (kind: Entity, records: readonly Named[]): void =>
  learnLabels({ [kind]: Object.fromEntries(records.map((record) => [record.code, toLabel(record)])) });

/** What the next person to sign in may not read is not shown to them. */
export function forgetLabels(): void {
  labelsByKey.clear();
  notifyListeners();
}

export const labelOf = (kind: Entity, code: string): Label | undefined => labelsByKey.get(keyOf(kind, code));

/** A label's name in the reader's language, else the record's own. */
export const nameIn = (label: Label | undefined, language: Language): string | undefined =>
  label && (label[language] ?? label.name);

/** The name of the record with that code in the reader's language; undefined where nothing is known of it. */
export const labelName = (kind: Entity, code: string, language: Language): string | undefined =>
  nameIn(labelOf(kind, code), language);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders again when a name becomes known or changes. */
export const useLabels = (): number => useSyncExternalStore(subscribe, () => revision);
