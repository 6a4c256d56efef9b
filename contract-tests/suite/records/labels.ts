import assert from 'node:assert/strict';
import type { RecordData, ResponseData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import type { TestedEntity } from './tested-entity.ts';

/** Returns what is said of a record that others refer to: its name, and those in both languages where it has them. */
export function labelOf(record: RecordData | undefined): Record<string, string> {
  const locales = (record?.locales ?? {}) as Record<string, { name: string }>; // Cast: as the contract has it.
  const names = ['zh-CN', 'en'].flatMap((language) => (locales[language] ? [[language, locales[language].name]] : []));
  return { name: String(record?.name), ...Object.fromEntries(names) };
}

/** Asserts that labels name everything that records, or fields of some, refer to. */
export async function assertLabelled(
  backend: TestBackend,
  { references }: TestedEntity,
  labels: ResponseData['labels'],
  holders: (object | null | undefined)[],
): Promise<void> {
  for (const reference of references) {
    const target = backend.referenceTargets.entityOf(reference);
    for (const code of new Set(holders.flatMap((holder) => referencedCodes(holder, reference.path)))) {
      const found = await backend.call(target.operations.list, 'viewer', { query: { code, pageSize: 10 } });
      const [record] = (found.data.items ?? []) as RecordData[]; // Cast: validated by its own cases.
      assert.deepEqual(labels?.[target.tag]?.[code], labelOf(record), `the names of ${code}`);
    }
  }
}

function referencedCodes(holder: object | null | undefined, path: string[]): string[] {
  const values = path.reduce<unknown[]>(
    (nodes, name) =>
      nodes.flatMap((node) => (name === '0' ? ((node ?? []) as unknown[]) : [Object(node)[name] as unknown])), // Casts: JSON.
    [holder],
  );
  return values.filter((value) => typeof value === 'string');
}
