import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { toRequestBody } from '#crud/form/definition/form-definition.ts';
import type { EditForm } from '#crud/form/edit-form.ts';
import { number } from '#i18n/format.ts';
import type { useTexts } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';

export type Impact = Schemas['Impact'];
type Translate = ReturnType<typeof useTexts>['t'];

/** Returns what changes touch, in a few words each; none if they touch nothing. */
export function summarizeImpact(
  { referrers, referenceVersions, subscribers, warnings, changeSets }: Impact,
  t: Translate,
): string[] {
  const counted = (count: number) => ({ count, n: number(count) });
  const changes = [
    warnings.opened.total > 0 && `+${number(warnings.opened.total)}`,
    warnings.closed.total > 0 && `−${number(warnings.closed.total)}`,
  ].filter((change) => change !== false);
  const parts = [
    referrers.total > 0 && t('impact.summary.referrers', counted(referrers.total)),
    referenceVersions.total > 0 && t('impact.summary.versions', counted(referenceVersions.total)),
    subscribers.total > 0 && t('impact.summary.subscribers', counted(subscribers.total)),
    changes.length > 0 && t('impact.summary.warnings', { counts: changes.join(' ') }),
    changeSets.total > 0 && t('impact.summary.changeSets', counted(changeSets.total)),
  ];
  return parts.filter((part) => part !== false);
}

type Row = Schemas['DryRun']['rows'][number];

/** Returns what a form would write, as a row of a dry run. */
export function rowOf({ changes, fields: { record, values } }: Pick<EditForm, 'changes' | 'fields'>): Row {
  const body = toRequestBody(values);
  if (typeof record?.id !== 'number' || typeof record.version !== 'number') return { changes: body };
  const names = new Set(changes.map((pointer) => pointer.split('/')[1] ?? ''));
  const changed = Object.entries(body).filter(([name]) => names.has(name));
  return { id: record.id, version: record.version, changes: Object.fromEntries(changed) };
}

type DryRun = Schemas['DryRunAnswer']['data'];

/** Tries to write a row of the collection at a path, and reads what that would touch. */
export async function tryRow(path: string, row: Row, signal: AbortSignal): Promise<DryRun> {
  const body = { rows: [row], impact: true };
  const { data } = await api.send('POST', `${path}/dry-run`, { body, signal, quiet: true });
  // the cast: the path is that of a kind, all of which have the same answer
  return data as DryRun;
}

/** Returns the kinds with their counts, in the order of the contract. */
export const countsByKind = ({ totals }: Schemas['CountsByKind'], order: readonly EntityKey[]): [EntityKey, number][] =>
  order.flatMap((kind): [EntityKey, number][] => (totals[kind] ? [[kind, totals[kind]]] : []));
