import { useRef } from 'react';
import { useLabels } from '#crud/labels.ts';
import { readPointer } from '#crud/merge.ts';
import { useNamesBehind } from '#crud/use-names-behind.ts';
import { pointerText, valueParts } from '#crud/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { Kbd } from '#kit/kbd.tsx';
import { Dot } from '#kit/status-mark.tsx';
import { ConflictRow } from './conflict-row.tsx';
import { useForm } from './form-context.ts';
import { MergedRow } from './merged-row.tsx';
import type { useRecordForm } from './use-record-form.ts';

const named = 3;

type Props = ReturnType<typeof useRecordForm> & {
  /** What has changed, where it is no record. */
  title?: string;
};

/** Base, theirs and mine, field by field; saving opens when every real conflict is decided. */
export function ConflictDialog({ state, send, title }: Props) {
  const { t } = useTexts();
  const { schema } = useForm();
  useLabels();
  const first = useRef<HTMLInputElement>(null);
  const { merge, theirs, base, baseValues, values, choices, toValues } = state.context;
  useNamesBehind(schema, theirs);
  const open = state.matches('conflict') && merge !== null && theirs !== null;
  if (!open) return null;
  const { version, updatedBy, updateTime } = theirs as typeof theirs & { updatedBy: string; updateTime: string };
  const theirValues = toValues(theirs);
  const left = merge.conflicts.filter((pointer) => choices[pointer] === undefined);
  const fields = left.slice(0, named).map(pointerText).join(t('common.separator')) + (left.length > named ? '…' : '');
  const sides = (pointer: string) => {
    const parts = (data: object) => valueParts(schema, pointer, readPointer(data, pointer));
    return { base: parts(baseValues), theirs: parts(theirValues), mine: parts(values) };
  };
  return (
    <Dialog
      open
      onClose={() => send({ type: 'BACK' })}
      width={936}
      icon="branch"
      title={title ?? t('conflict.title')}
      description={t('conflict.text', {
        base: state.context.version,
        theirs: version,
        by: updatedBy,
        time: shortTime(updateTime),
        merged: merge.takenMine.length + merge.takenTheirs.length,
        conflicts: merge.conflicts.length,
      })}
      initialFocus={first}
      flush
      footnote={
        <span className="flex items-center gap-1.5">
          <Dot tone={left.length > 0 ? 'warn' : 'ok'} />
          {left.length > 0 ? t('conflict.left', { count: left.length, fields }) : t('conflict.allChosen')}
          <span className="ml-3 hidden items-center gap-1 text-xs text-ink-3 lg:flex">
            <Kbd>←</Kbd>
            <Kbd>→</Kbd> {t('conflict.chooseSide')} <Kbd>Tab</Kbd> {t('conflict.changeField')}
          </span>
        </span>
      }
      footer={
        <>
          <Button variant="bad-ghost" onClick={() => send({ type: 'DISCARD_MINE' })}>
            {t('conflict.discardMine')}
          </Button>
          <Button onClick={() => send({ type: 'BACK' })}>{t('conflict.back')}</Button>
          <Button
            variant="primary"
            refused={left.length > 0 && t('conflict.left', { count: left.length, fields })}
            onClick={() => send({ type: 'SAVE_MERGED' })}
          >
            {t('conflict.save', { version: version + 1 })}
          </Button>
        </>
      }
    >
      <table className="w-full table-fixed">
        <thead className="bg-sunken text-left text-xs text-ink-3">
          <tr className="[&>th]:border-b [&>th]:border-line-strong [&>th]:px-3 [&>th]:py-2 [&>th]:font-normal">
            <th className="w-36 pl-5!">{t('history.field')}</th>
            <th className="w-46">
              <b className="block font-medium text-ink">{t('conflict.base')}</b>v{base ? state.context.version : 0}
            </th>
            <th>
              <b className="block font-medium text-ink">{t('conflict.theirs', { by: updatedBy })}</b>v{version} ·{' '}
              {shortTime(updateTime)}
            </th>
            <th>
              <b className="block font-medium text-ink">{t('conflict.mine')}</b>
              {t('conflict.notSaved')}
            </th>
          </tr>
        </thead>
        <tbody>
          {merge.conflicts.map((pointer, index) => (
            <ConflictRow
              key={pointer}
              pointer={pointer}
              sides={sides(pointer)}
              choice={choices[pointer]}
              firstRef={index === 0 ? first : undefined}
              onChoose={(side) => send({ type: 'CHOOSE', pointer, side })}
            />
          ))}
          {merge.takenMine.map((pointer) => (
            <MergedRow key={pointer} pointer={pointer} sides={sides(pointer)} taken="mine" />
          ))}
          {merge.takenTheirs.map((pointer) => (
            <MergedRow key={pointer} pointer={pointer} sides={sides(pointer)} taken="theirs" />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
