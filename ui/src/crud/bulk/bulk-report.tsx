import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type EntityKey, lists, routes } from '#api/metadata.gen.ts';
import { recordLink } from '#crud/define-entity.ts';
import { download } from '#crud/export/download.ts';
import { recordName } from '#crud/text/record-names.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { type BulkChange, isRunning, useBulkChange } from './bulk-changes.ts';

type SkippedRecords = BulkChange['causes'][number];

/** How many records of a cause are shown before the user asks for all that the report names. */
const SHOWN_RECORDS = 12;

/** What an action on all matches has changed, and the records that it skipped, by cause. */
export function BulkReport({ bulkChange, onLeave }: { bulkChange: BulkChange; onLeave?: () => void }) {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState(false);
  const { id, entity, causes, reason, left: skippedCount } = bulkChange;

  async function downloadSkipped(): Promise<void> {
    setBusy(true);
    try {
      await download(`/api/v1/bulk-changes/${id}/left?language=${language}`);
    } catch {
      // the API client has already shown the error
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <p>{formatOutcome(bulkChange)}</p>
      {reason && (
        <p className="wrap-anywhere text-ink-2">
          {t('form.reason')}
          {t('common.colon')}
          {reason}
        </p>
      )}
      {causes.map((skipped) => (
        <SkippedGroup
          key={`${skipped.cause} ${skipped.fields.join()}`}
          entity={entity}
          skipped={skipped}
          onLeave={onLeave}
        />
      ))}
      {skippedCount > 0 && (
        <Button icon="download" busy={busy} onClick={() => void downloadSkipped()} className="self-start">
          {t('bulk.download', { count: skippedCount, n: number(skippedCount) })}
        </Button>
      )}
    </div>
  );
}

interface SkippedGroupProps {
  entity: EntityKey;
  skipped: SkippedRecords;
  onLeave?: (() => void) | undefined;
}

function SkippedGroup({ entity, skipped: { cause, fields, count, records }, onLeave }: SkippedGroupProps) {
  const { t, language } = useTexts();
  const shown = records.slice(0, SHOWN_RECORDS);
  const codes = records.flatMap(({ code, name }) => (code !== null && name !== null ? [code] : []));
  // a list takes the codes of all that the report names
  const isListable = lists[entity].filters.code !== undefined && codes.length > 0;
  return (
    <section className="rounded-sm border border-line">
      <h3 className="flex items-baseline gap-2 border-b border-line bg-sunken px-3 py-1.5">
        <span className="font-medium tabular-nums">{number(count)}</span>
        <span className="min-w-0 flex-1">
          {fields.length > 0
            ? t('bulk.lacks', { fields: fields.map(pointerLabel).join(t('common.separator')) })
            : t(`bulk.cause.${cause}`)}
        </span>
        {isListable && (
          <Link
            to={routes[entity]}
            search={{ code: codes.join() }}
            onClick={onLeave}
            className={`${linkClass} flex-none text-xs`}
          >
            {codes.length < count ? t('bulk.firstInList', { n: number(codes.length) }) : t('bulk.inList')}
          </Link>
        )}
      </h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2">
        {shown.map(({ id, code, name, locales }) => (
          <li key={id} className="min-w-0 max-w-full">
            {name === null ? (
              <span className="text-ink-3">#{id}</span>
            ) : (
              <Link
                {...recordLink(entity, id)}
                onClick={onLeave}
                className={`${linkClass} inline-flex max-w-full items-center gap-1.5`}
              >
                {code && <Code small>{code}</Code>}
                <bdi className="min-w-0 truncate">{recordName({ name, locales }, language)}</bdi>
              </Link>
            )}
          </li>
        ))}
        {count > shown.length && <li className="text-ink-3">{t('bulk.more', { n: number(count - shown.length) })}</li>}
      </ul>
    </section>
  );
}

/** The report of an action by its id, for the page of its task. */
export function BulkReportById({ id }: { id: number }) {
  const { data } = useBulkChange(id);
  return data && !isRunning(data) ? <BulkReport bulkChange={data} /> : null;
}

interface BulkReportDialogProps {
  bulkChange: BulkChange;
  open: boolean;
  onClose: () => void;
}

export function BulkReportDialog({ bulkChange, open, onClose }: BulkReportDialogProps) {
  const { t } = useTexts();
  const { entity, action } = bulkChange;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width={560}
      title={t('bulk.title', { action: t(`event.${action}`), kind: t(`entity.${entity}.many`) })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <BulkReport bulkChange={bulkChange} onLeave={onClose} />
    </Dialog>
  );
}

/** Describes how many records were changed and how many were not. */
export function formatOutcome({ action, total, done, proposed, left: skipped }: BulkChange): string {
  const unprocessed = total - done - proposed - skipped;
  const parts = [
    (done > 0 || proposed + skipped + unprocessed === 0) &&
      t('bulk.done', { n: number(done), act: t(`act.${action}`) }),
    proposed > 0 && t('bulk.proposed', { n: number(proposed) }),
    skipped > 0 && t('bulk.left', { n: number(skipped) }),
    unprocessed > 0 && t('bulk.rest', { n: number(unprocessed) }),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
