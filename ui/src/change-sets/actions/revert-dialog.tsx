import { useId, useState } from 'react';
import { withPartners } from '#api/rules.ts';
import { readItems } from '#crud/change-set/set-items.ts';
import { entityUi } from '#crud/define-entity.ts';
import { useRead } from '#crud/read/use-read.ts';
import { useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { withCode } from '#crud/text/record-names.ts';
import { labelIn, valueText } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { type ChangeSet, type ChangeSetItem, identityOf } from '../change-set.ts';
import { faultText } from '../items/item-faults.ts';
import type { Overwrite } from '../use-change-set.ts';

interface Props {
  set: ChangeSet;
  open: boolean;
  onClose: () => void;
  /** Reverts the set; with fields to overwrite, the revert waits for a second person. */
  onConfirm: (overwrite: Overwrite) => void;
  busy: boolean;
  error: string | undefined;
}

const keyOf = (item: ChangeSetItem, pointer: string) => `${item.id} ${pointer}`;

/** Asks whether to revert a set, and which of the fields to overwrite that somebody has changed since its release. */
export function RevertDialog({ set, open, onClose, onConfirm, busy, error }: Props) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const stayingId = useId();
  const { data, problem } = useRead({
    queryKey: ['change set', set.id, 'changed since', set.version],
    queryFn: ({ signal }) => readItems(set.id, signal, { changedSince: true }),
    enabled: open,
  });
  const changed = (data ?? []).filter(({ changedSince = [] }) => changedSince.length > 0);
  const overwrite = changed.flatMap((item) => {
    const fields = (item.changedSince ?? [])
      .map(({ pointer }) => pointer)
      .filter((each) => chosen.has(keyOf(item, each)));
    return fields.length > 0 ? [{ item: item.id, fields }] : [];
  });
  const waits = overwrite.length > 0;
  // what nobody has reviewed yet goes back with the approval of the revert
  const staying = (data ?? []).filter(({ stays = [] }) => stays.some(({ rule }) => !waits || rule !== 'neverReviewed'));
  function choose(item: ChangeSetItem, pointers: readonly string[], isChosen: boolean): void {
    const keys = pointers.map((pointer) => keyOf(item, pointer));
    const others = [...chosen].filter((key) => !keys.includes(key));
    setChosen(new Set(isChosen ? [...others, ...keys] : others));
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('changeSets.question.revert')}
      description={t(waits ? 'changeSets.questionText.overwritingRevert' : 'changeSets.questionText.revert')}
      confirmLabel={t(waits ? 'changeSets.revert.submit' : 'changeSets.event.revert')}
      cancelLabel={t('common.cancel')}
      destructive={!waits}
      busy={busy}
      disabledReason={!data && !problem && t('changeSets.revert.reading')}
      error={error}
      isChanged={chosen.size > 0}
      onConfirm={() => onConfirm(overwrite)}
    >
      {problem && <p className="text-warn-ink">{t('changeSets.revert.unread', { problem: problem.message })}</p>}
      {!data && !problem && <Skeleton height={24} className="animate-fade-in-delayed" />}
      {changed.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-1 font-medium">{t('changeSets.revert.changedSince')}</legend>
          <ul className="relative flex max-h-72 flex-col gap-3 overflow-y-auto rounded-sm border border-line px-3 py-2">
            {changed.map((item) => (
              <ChangedItem key={item.id} item={item} chosen={chosen} onChoose={choose} />
            ))}
          </ul>
          <p className="mt-2 text-xs text-ink-2" aria-live="polite">
            {t(waits ? 'changeSets.revert.waits' : 'changeSets.revert.keeps')}
          </p>
        </fieldset>
      )}
      {staying.length > 0 && (
        <section className="min-w-0" aria-labelledby={stayingId}>
          <h3 id={stayingId} className="mb-1 font-medium">
            {t('changeSets.revert.stays')}
          </h3>
          <ul className="flex max-h-48 flex-col gap-2 overflow-y-auto rounded-sm border border-line px-3 py-2">
            {staying.map((item) => (
              <StayingItem key={item.id} item={item} />
            ))}
          </ul>
        </section>
      )}
    </ConfirmDialog>
  );
}

/** A record that the revert leaves as it is, or whose status, with the reason. */
function StayingItem({ item }: { item: ChangeSetItem }) {
  const { language } = useTexts();
  useRecordNameUpdates();
  const { code, title } = identityOf(item, language);
  return (
    <li className="wrap-anywhere">
      <p className="text-xs text-ink-2">
        <bdi>{withCode(code, title)}</bdi>
      </p>
      {(item.stays ?? []).map((problem) => (
        <p key={problem.pointer + problem.rule}>{faultText(item.entity, problem)}</p>
      ))}
    </li>
  );
}

interface ChangedItemProps {
  item: ChangeSetItem;
  chosen: ReadonlySet<string>;
  onChoose: (item: ChangeSetItem, pointers: readonly string[], isChosen: boolean) => void;
}

/** The fields of a record that somebody has changed since, with the value that each has and the one that it would get. */
function ChangedItem({ item, chosen, onChoose }: ChangedItemProps) {
  const { t, language } = useTexts();
  useRecordNameUpdates();
  const { code, title } = identityOf(item, language);
  const schema = entityUi(item.entity)?.schema;
  if (!schema) return null;
  return (
    <li>
      <p className="text-xs text-ink-2">
        <bdi>{withCode(code, title)}</bdi>
      </p>
      {(item.changedSince ?? []).map(({ pointer, live, former }) => {
        const key = keyOf(item, pointer);
        const text = (value: unknown) => valueText(schema, pointer, value) || t('history.empty');
        return (
          <Checkbox
            key={key}
            className="py-0.5"
            checked={chosen.has(key)}
            // what makes sense only together is overwritten together
            onChange={(isChosen) => onChoose(item, withPartners(schema, pointer), isChosen)}
            label={
              <span className="min-w-0 wrap-anywhere">
                {t('changeSets.revert.overwrite', { field: labelIn(schema, pointer) })}
                <span className="block text-xs text-ink-2">
                  <span className="sr-only">{t('changeSets.revert.live')} </span>
                  <bdi>{text(live)}</bdi>
                  <span aria-hidden className="mx-1.5 text-ink-3">
                    →
                  </span>
                  <span className="sr-only"> {t('changeSets.revert.former')} </span>
                  <bdi>{text(former)}</bdi>
                </span>
              </span>
            }
          />
        );
      })}
    </li>
  );
}
