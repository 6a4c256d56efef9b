import type { Schemas } from '#api/facts.gen.ts';

export type Format = Schemas['FileFormat'];

/** What an operation of the contract gives as a file. */
export interface ExportSource {
  path: string;
  query: Readonly<Record<string, string | number | undefined>>;
  /** Those that the operation knows. */
  formats: readonly Format[];
}

/** Path and query of one file; what is undefined is left out. */
export function exportPath({ path, query }: ExportSource, format: Format): string {
  const given = Object.entries({ format, ...query }).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
