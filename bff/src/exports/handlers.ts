import type { AnyRequest, Crud, Entity } from '#crud/model.ts';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { type ExportQuery, exportRecords, type FileFormat } from './export-records.ts';

export type ExportOperation<P extends string> = Extract<OperationId, `export${P}`>;

const fileTypes: Record<FileFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
};

/** The records of a kind as a file. */
export function exportHandlers<S extends string, P extends string>(
  entity: Entity<S, P>,
  { db }: Pick<Crud, 'db'>,
): Pick<Handlers, ExportOperation<P>> {
  const name = `export${entity.plural}`;
  const handler = async (request: AnyRequest) => {
    // the mount has checked it against the contract
    const query = request.query as ExportQuery;
    const stream = await exportRecords(db, entity as Entity, query);
    // before anything leaves: who breaks the transfer off has taken what came until then
    await logAct(db, {
      ...doerOf(request),
      act: 'recordsExported',
      target: { kind: 'operation', id: null, name },
      details: { query: queryText(query) },
    });
    return { status: 200, stream, type: fileTypes[query.format], filename: `${entity.key}.${query.format}` };
  };
  // the name is made of the kind's own: that it is an operation which answers so is checked when mounted
  return { [name]: handler } as unknown as Pick<Handlers, ExportOperation<P>>;
}

const queryText = (query: object): string =>
  String(new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])));
