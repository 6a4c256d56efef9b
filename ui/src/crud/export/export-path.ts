import type { Schemas } from '#api/metadata.gen.ts';

export type FileFormat = Schemas['FileFormat'];

/** An export operation of the contract. */
export interface ExportSource {
  path: string;
  query: Readonly<Record<string, string | number | undefined>>;
  /** The file formats that the operation supports. */
  formats: readonly FileFormat[];
}

/** Returns the path and query of an export; undefined parameters are omitted. */
export function exportPath({ path, query }: ExportSource, format: FileFormat): string {
  const params = Object.entries({ format, ...query }).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(params.map(([name, value]) => [name, String(value)]))}`;
}
