import type { CaseContext } from '../../suite/case-context.ts';
import type { RequestInput } from '../../suite/requests/client.ts';
import { readAllByCursor, reader } from '../../suite/requests/pages.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

interface ImportRow {
  row: number;
  state: string;
  outcome: string | null;
  cells: string[];
  original: string[] | null;
  problems: { rule: string }[];
}

/** Reads all rows of an import. */
export async function rowsOf({ backend }: CaseContext, { params }: RequestInput): Promise<ImportRow[]> {
  const read = reader(backend, backend.operation('listImportRows'), 'admin', params);
  return (await readAllByCursor<ImportRow>(read, {}, 100)).items;
}

export const callAsAdmin = ({ backend }: CaseContext, id: string, input: RequestInput) =>
  backend.call(backend.operation(id), 'admin', input);

/** Finds the city that an import may have made. */
export async function findCity(context: CaseContext, code: string): Promise<RecordData | undefined> {
  const { data } = await callAsAdmin(context, 'listCities', { query: { code } });
  return (data.items as RecordData[])[0]; // Cast: validated by its own cases.
}
