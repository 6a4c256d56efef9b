import { codeAndNameOf, identityColumns } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { toDecision } from '#crud/review/rejections.ts';
import type { Database } from '#database';
import { maySeeImports } from '#http/caller.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

type Notice = Schemas['RejectionNotice'];

interface NoticeRow {
  id: number;
  entity: EntityKey;
  record_id: number;
  kind: Notice['kind'];
  proposal_id: number | null;
  action: Notice['action'] | null;
  decided_by: string;
  time: Date;
  reason: string | null;
}

/** Selects the rejections of a user's work that still exists, without those of imports that the user may not see any more. */
const noticesOf = ({ db, entities }: Pick<CrudContext, 'db' | 'entities'>, caller: Caller) => {
  const subject = (table: string) => db(table).select(db.raw('1')).where(`${table}.id`, db.ref('notice.record_id'));
  return db({ notice: 'review_notice' })
    .where('notice.user_id', caller.id)
    .where((existing) => {
      for (const { key, table } of entities) {
        const ofEntity = { 'notice.entity': key };
        if (maySeeImports(caller, key))
          existing.orWhere((imports) =>
            imports.where({ ...ofEntity, 'notice.kind': 'import' }).whereExists(subject('import')),
          );
        existing.orWhere((records) =>
          records.where(ofEntity).whereNot('notice.kind', 'import').whereExists(subject(table)),
        );
      }
      // without entities there is nothing to see
      if (entities.length === 0) existing.whereRaw('FALSE');
    });
};

/** Counts the rejections of a user's work that still exists. */
export async function countRejections(crud: Pick<CrudContext, 'db' | 'entities'>, caller: Caller): Promise<number> {
  const [row] = await noticesOf(crud, caller).count({ n: '*' });
  return Number(row?.n);
}

interface Page {
  page: number;
  pageSize: number;
}

/** Lists a page of the rejections of a user's work that still exists, newest first. */
export async function listRejections(crud: CrudContext, caller: Caller, { page, pageSize }: Page): Promise<Notice[]> {
  const { db, entities } = crud;
  const rows: NoticeRow[] = await noticesOf(crud, caller)
    .leftJoin('proposal', 'proposal.id', 'notice.proposal_id')
    .orderBy([
      { column: 'notice.time', order: 'desc' },
      { column: 'notice.id', order: 'desc' },
    ])
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .select('notice.*', 'proposal.action');
  const subjects = new Map<string, Pick<Notice, 'code' | 'name' | 'locales'>>();
  for (const entity of entities) {
    const entityRows = rows.filter((row) => row.entity === entity.key);
    for (const [key, subject] of await subjectsOf(db, entity, entityRows)) subjects.set(key, subject);
  }
  return rows.flatMap((row) => {
    const subject = subjects.get(subjectKey(row));
    return subject ? [toNotice(row, subject)] : [];
  });
}

const subjectKey = ({ kind, entity, record_id }: Pick<NoticeRow, 'kind' | 'entity' | 'record_id'>) =>
  kind === 'import' ? `import ${record_id}` : `${entity} ${record_id}`;

/** Reads the subjects of an entity's notices: records with code and name, imports with their file. */
async function subjectsOf(db: Database, entity: Entity, rows: NoticeRow[]) {
  const idsOf = (notices: NoticeRow[]) => notices.map(({ record_id }) => record_id);
  const [imports, records] = [
    rows.filter(({ kind }) => kind === 'import'),
    rows.filter(({ kind }) => kind !== 'import'),
  ];
  const [files, recordRows] = await Promise.all([
    imports.length > 0 ? db('import').whereIn('id', idsOf(imports)).select('id', 'filename') : [],
    records.length > 0
      ? db(entity.table)
          .whereIn('id', idsOf(records))
          .select('id', ...identityColumns(entity))
      : [],
  ]);
  return [
    ...files.map(({ id, filename }) => [`import ${id}`, { code: null, name: String(filename), locales: {} }] as const),
    ...recordRows.map((row) => [`${entity.key} ${row.id}`, codeAndNameOf(entity, row)] as const),
  ];
}

const toNotice = (
  { id, kind, entity, record_id, proposal_id, action, decided_by, time, reason }: NoticeRow,
  subject: Pick<Notice, 'code' | 'name' | 'locales'>,
): Notice => ({
  notice: id,
  kind,
  entity,
  id: record_id,
  ...subject,
  ...(proposal_id ? { proposal: proposal_id } : {}),
  ...(action ? { action } : {}),
  ...toDecision(decided_by, time, reason),
});

/** Dismisses a notice. @throws Problem `notFound` if it does not exist or belongs to another user */
export async function dismissRejection(db: Database, id: number, userId: number): Promise<void> {
  if ((await db('review_notice').where({ id, user_id: userId }).delete()) === 0) throw new Problem('notFound');
}
