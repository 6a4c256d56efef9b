import type { EntityKey } from '#api/metadata.gen.ts';
import { bytesText, number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import type { Task } from './task.ts';

/** Formats a duration as 0.4 秒, 12 秒, 3 分 5 秒 or 2 小时 4 分, a duration above 0 is never shown as 0. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 9950) return t('task.seconds', { seconds: ms > 0 ? Math.max(ms / 1000, 0.1).toFixed(1) : 0 });
  if (seconds < 60) return t('task.seconds', { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('task.minutes', { minutes, seconds: seconds % 60 });
  return t('task.hours', { hours: number(Math.floor(minutes / 60)), minutes: minutes % 60 });
}

const formatEntities = (entities: readonly EntityKey[]) =>
  entities.map((entity) => t(`entity.${entity}.many`)).join(t('common.separator'));

/** Describes the parameters of a task. */
export function formatParams({ kind, params }: Pick<Task, 'kind' | 'params'>): string {
  const { entities, subscriber, entity, from, action, import: file } = params;
  if (file && entity) return t('task.importOf', { file: file.filename, kind: t(`entity.${entity}.many`) });
  if (kind === 'replay' && subscriber && entity) {
    const place = { subscriber: subscriber.name, kind: t(`entity.${entity}.many`), from: number(from ?? 0) };
    return t('task.replayOf', place);
  }
  if (action && entity) return t('bulk.title', { action: t(`event.${action}`), kind: t(`entity.${entity}.many`) });
  // the user may not be allowed to read the name
  if (entity) return formatEntities([entity]);
  if (kind === 'snapshot' || kind === 'reindex') return entities ? formatEntities(entities) : t('task.allKinds');
  return '';
}

/** Describes the result or the failure of a task. */
export function formatResult({
  kind,
  result,
  errorKey,
  status,
}: Pick<Task, 'kind' | 'result' | 'errorKey' | 'status'>): string {
  if (status === 'failed') return errorKey ? t(`task.error.${errorKey}`) : '';
  if (!result) return '';
  const { records, bytes, rows, left, proposed, delivered, removed, created, known, quotedOn } = result;
  const isRelease = kind === 'changeSetRelease';
  const parts = [
    records !== undefined &&
      (isRelease
        ? t('task.result.released', { n: number(records) })
        : t('task.result.records', { count: records, n: number(records) })),
    bytes !== undefined && bytesText(bytes),
    rows !== undefined && t('task.result.rows', { count: rows, n: number(rows) }),
    proposed !== undefined && t('bulk.proposed', { n: number(proposed) }),
    left !== undefined &&
      left > 0 &&
      (kind === 'bulkChange'
        ? t('bulk.left', { n: number(left) })
        : isRelease
          ? t('task.result.held', { n: number(left) })
          : t('task.result.left', { count: left, n: number(left) })),
    delivered !== undefined && t('task.result.delivered', { count: delivered, n: number(delivered) }),
    removed !== undefined && t('task.result.removed', { count: removed, n: number(removed) }),
    created !== undefined && t('task.result.created', { count: created, n: number(created) }),
    known !== undefined && t('task.result.known', { n: number(known) }),
    quotedOn !== undefined && t('task.result.quotedOn', { day: quotedOn }),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
