import { type RefObject, useEffect, useId, useRef } from 'react';
import type { BodyName, EntityKey } from '#api/metadata.gen.ts';
import { isPlainObject, readPointer } from '#crud/pointers.ts';
import { findByCode } from '#crud/read/find-records.ts';
import { cachedLabel, useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { labelIn, referencedEntity, valueParts } from '#crud/text/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { cx } from '#kit/cx.ts';
import { DiffText } from '#kit/display/diff-text.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { formatShortcut } from '#kit/keys.ts';
import { Dialog } from '#kit/layers/dialog.tsx';
import { useLocalShortcut } from '#kit/shortcuts.ts';
import { useSession } from '#session/use-session.ts';
import type { EditForm } from './edit-form.ts';
import { conflictSides } from './state/conflicts.ts';
import type { ConflictSide, OwnProposal } from './state/form-context.ts';

const MAX_NAMED_FIELDS = 3;

/** On a phone the cells of a row stand below each other, each below the heading of its column. */
const PHONE_ROW_CLASS =
  'max-sm:block max-sm:border-b max-sm:border-line max-sm:px-5 max-sm:py-2 max-sm:[&>td]:block max-sm:[&>td]:border-0! max-sm:[&>td]:px-0! max-sm:[&>td]:py-1! max-sm:[&>td]:before:block max-sm:[&>td]:before:text-xs max-sm:[&>td]:before:text-ink-3 max-sm:[&>td]:before:content-[attr(data-label)]';

interface Props extends Pick<EditForm, 'state' | 'send' | 'savesToSet'> {
  schema: BodyName;
  /** The title, if not the one for records. */
  title?: string | undefined;
}

/** Shows base, theirs and mine field by field; saving is enabled when every conflict is decided. */
export function ConflictDialog({ state, send, savesToSet, schema, title }: Props) {
  const { t } = useTexts();
  useRecordNameUpdates();
  const firstUndecidedInput = useRef<HTMLInputElement>(null);
  const { merge, theirs, isTheirsInSet, newerProposal, record, values, choices } = state.context;
  useReferenceLabels(schema, newerProposal?.changes.length ? conflictSides(state.context).theirs : theirs);
  const open = state.matches('conflict') && merge !== null && theirs !== null;
  const undecided = merge?.conflicts.filter((pointer) => choices[pointer] === undefined) ?? [];
  const save = () => (undecided.length > 0 ? firstUndecidedInput.current?.focus() : send({ type: 'SAVE_MERGED' }));
  const onKeyDown = useLocalShortcut('mod+s', 'save', open ? save : undefined);
  if (!open) return null;
  const { version, updatedBy, updateTime } = theirs as typeof theirs & { updatedBy: string; updateTime: string };
  const compared = conflictSides(state.context);
  // of a record that has changed, too, its versions are named
  const proposal = version === state.context.version ? newerProposal : null;
  const isSubmitted = proposal !== null && proposal.changes.length > 0;
  const theirTime = shortTime(isSubmitted && proposal.time ? proposal.time : updateTime);
  const fields =
    undecided
      .slice(0, MAX_NAMED_FIELDS)
      .map((pointer) => labelIn(schema, pointer))
      .join(t('common.separator')) + (undecided.length > MAX_NAMED_FIELDS ? '…' : '');
  const sides = (pointer: string) => {
    const parts = (data: object) => valueParts(schema, pointer, readPointer(data, pointer));
    return { base: parts(compared.base), theirs: parts(compared.theirs), mine: parts(values) };
  };
  const headings = {
    base: t('history.base'),
    theirs: proposal
      ? t(isSubmitted ? 'conflict.submitted' : 'proposal.live')
      : t('conflict.theirs', { by: updatedBy }),
    mine: t('conflict.mine'),
  };
  const rowProps = (pointer: string): RowProps => ({
    label: labelIn(schema, pointer),
    sides: sides(pointer),
    headings,
  });
  return (
    <Dialog
      open
      onClose={() => send({ type: 'CLOSE_CONFLICT' })}
      onKeyDown={onKeyDown}
      width={936}
      icon="branch"
      title={title ?? t(proposal ? 'conflict.titleProposal' : 'conflict.title')}
      description={t(textKey(proposal, isTheirsInSet), {
        base: state.context.version ?? '',
        theirs: version,
        by: updatedBy,
        time: shortTime(proposal?.time ?? updateTime),
        merged: merge.myChanges.length + merge.theirChanges.length,
        conflicts: merge.conflicts.length,
      })}
      initialFocus={firstUndecidedInput}
      flush
      footnote={
        <span className="flex items-center gap-1.5">
          <Dot tone={undecided.length > 0 ? 'warn' : 'ok'} />
          {undecided.length > 0 ? t('conflict.left', { count: undecided.length, fields }) : t('conflict.allChosen')}
          <span className="ml-3 hidden items-center gap-1 text-xs text-ink-3 lg:flex">
            <Kbd>←</Kbd>
            <Kbd>→</Kbd> {t('conflict.chooseSide')} <Kbd>Tab</Kbd> {t('conflict.changeField')}
          </span>
        </span>
      }
      footer={
        <>
          <Button variant="danger-ghost" onClick={() => send({ type: 'DISCARD_MINE' })}>
            {t('conflict.discardMine')}
          </Button>
          <Button onClick={() => send({ type: 'CLOSE_CONFLICT' })}>{t('form.backToEditing')}</Button>
          <Button
            variant="primary"
            shortcut={formatShortcut('S')}
            disabledReason={undecided.length > 0 && t('conflict.left', { count: undecided.length, fields })}
            onClick={() => send({ type: 'SAVE_MERGED' })}
          >
            {savesToSet
              ? t('workingSet.save')
              : proposal
                ? t('form.saveProposal')
                : t('conflict.save', { version: version + 1 })}
          </Button>
        </>
      }
    >
      <table className="w-full table-fixed max-sm:block">
        <thead className="bg-sunken text-left max-sm:sr-only text-xs text-ink-3">
          <tr className="[&>th]:border-b [&>th]:border-line-strong [&>th]:px-3 [&>th]:py-2 [&>th]:font-normal">
            <th className="w-36 pl-5!">{t('history.field')}</th>
            <th className="w-46">
              <b className="block font-medium text-ink">{headings.base}</b>
              {record && `v${state.context.version}`}
            </th>
            <th>
              <b className="block font-medium text-ink">{headings.theirs}</b>
              {isSubmitted ? '' : `${isTheirsInSet ? t('conflict.inSet') : `v${version}`} · `}
              {theirTime}
            </th>
            <th>
              <b className="block font-medium text-ink">{headings.mine}</b>
              {t('conflict.notSaved')}
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {merge.conflicts.map((pointer) => (
            <ConflictRow
              key={pointer}
              {...rowProps(pointer)}
              choice={choices[pointer]}
              inputRef={pointer === undecided[0] ? firstUndecidedInput : undefined}
              onChoose={(side) => send({ type: 'CHOOSE', pointer, side })}
            />
          ))}
          {merge.myChanges.map((pointer) => (
            <MergedRow key={pointer} {...rowProps(pointer)} changedSide="mine" mark={t('conflict.tookMine')} />
          ))}
          {merge.theirChanges.map((pointer) => (
            <MergedRow
              key={pointer}
              {...rowProps(pointer)}
              changedSide="theirs"
              mark={t(isSubmitted ? 'conflict.tookSubmitted' : 'conflict.tookTheirs')}
            />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

/** Returns the text that says what has changed: the record, live or in the change set, or the user's own proposal. */
function textKey(proposal: OwnProposal | null, isInSet: boolean) {
  if (!proposal) return isInSet ? 'conflict.textInSet' : 'conflict.text';
  if (proposal.version === 0) return 'conflict.textDecided';
  return proposal.isDeletion ? 'conflict.textDeletion' : 'conflict.textSubmitted';
}

/** The row of a field that only one side changed, which is merged without a choice. */
function MergedRow({
  label,
  sides,
  headings,
  changedSide,
  mark,
}: RowProps & { changedSide: ConflictSide; mark: string }) {
  const { t } = useTexts();
  const cell = (side: ConflictSide) =>
    side === changedSide ? (
      <span className="flex items-center gap-2">
        <span className="min-w-0 break-words">
          {sides[side].length > 0 ? <DiffText base={sides.base} value={sides[side]} /> : t('history.empty')}
        </span>
        <span className="ml-auto flex-none">
          <Tag>
            <Icon name="check" size={14} />
            {mark}
          </Tag>
        </span>
      </span>
    ) : (
      <span className="text-ink-3">{t('conflict.unchanged')}</span>
    );
  return (
    <tr
      className={cx(
        'bg-canvas align-top text-ink-2 [&>td]:border-b [&>td]:border-line [&>td]:px-3 [&>td]:py-2.5',
        PHONE_ROW_CLASS,
      )}
    >
      <td className="pl-5! font-medium">{label}</td>
      <td data-label={headings.base}>
        {sides.base.length > 0 ? <DiffText base={sides.base} value={sides.base} /> : t('history.empty')}
      </td>
      <td data-label={headings.theirs}>{cell('theirs')}</td>
      <td data-label={headings.mine}>{cell('mine')}</td>
    </tr>
  );
}

/** A value as text, or the texts of a list's items. */
type Parts = string | string[];

interface Sides {
  base: Parts;
  theirs: Parts;
  mine: Parts;
}

interface RowProps {
  /** The field's name. */
  label: string;
  sides: Sides;
  headings: Record<keyof Sides, string>;
}

interface ConflictRowProps extends RowProps {
  choice: ConflictSide | undefined;
  inputRef: RefObject<HTMLInputElement | null> | undefined;
  onChoose: (side: ConflictSide) => void;
}

/** The row of a field that both sides changed: a choice between the two, without a default. */
function ConflictRow({ label, sides, headings, choice, inputRef, onChoose }: ConflictRowProps) {
  const { t } = useTexts();
  const group = useId();
  return (
    <tr className={cx('align-top [&>td]:border-b [&>td]:border-line [&>td]:px-3 [&>td]:py-2.5', PHONE_ROW_CLASS)}>
      <td className="pl-5! font-medium">{label}</td>
      <td data-label={headings.base} className="text-ink-2">
        {sides.base.length > 0 ? <DiffText base={sides.base} value={sides.base} /> : t('history.empty')}
      </td>
      {(['theirs', 'mine'] as const).map((side) => (
        <td key={side} data-label={headings[side]}>
          <label
            className={cx(
              'flex cursor-default items-start gap-2 rounded-sm px-2.5 py-2 inset-ring pointer-coarse:min-h-10 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              choice === side ? 'bg-selected inset-ring-accent' : 'inset-ring-line-control',
            )}
          >
            <input
              ref={side === 'theirs' ? inputRef : undefined}
              type="radio"
              name={group}
              checked={choice === side}
              onChange={() => onChoose(side)}
              aria-label={`${label}, ${headings[side]}: ${[sides[side]].flat().join(t('common.separator')) || t('history.empty')}`}
              className="mt-0.5 flex-none accent-accent outline-none"
            />
            <span className="min-w-0 break-words">
              {sides[side].length > 0 ? <DiffText base={sides.base} value={sides[side]} /> : t('history.empty')}
            </span>
          </label>
        </td>
      ))}
    </tr>
  );
}

type Reference = readonly [entity: EntityKey, code: string];

/** Returns the records that a value refers to at any depth. */
function referencesIn(schema: BodyName, value: unknown, pointer = ''): Reference[] {
  if (typeof value === 'string') {
    const entity = referencedEntity(schema, pointer);
    return entity ? [[entity, value]] : [];
  }
  if (!Array.isArray(value) && !isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => referencesIn(schema, child, `${pointer}/${name}`));
}

/** Loads the names of referenced records that are not cached yet. */
function useReferenceLabels(schema: BodyName, values: unknown): void {
  const { can } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for the same values
  useEffect(() => {
    for (const [entity, code] of referencesIn(schema, values)) {
      if (cachedLabel(entity, code) || !can(`${entity}:read`)) continue;
      // a failure is ignored: without its name, the record's code is shown
      findByCode(entity, code).catch(() => undefined);
    }
  }, [schema, values]);
}
