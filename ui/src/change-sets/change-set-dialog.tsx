import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { ifMatch } from '#api/client.ts';
import type { Schemas } from '#api/metadata.gen.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import { useInstallationDay } from '#crud/change-set/installation-day.ts';
import { showChangedSet } from '#crud/change-set/set-items.ts';
import { workIn } from '#crud/change-set/working-set.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { focusMissingPart, isHalfTyped } from '#kit/dates/half-typed.ts';
import { LazyDateField } from '#kit/dates/lazy-date-field.tsx';
import { parseTimeText } from '#kit/dates/time-text.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { countCharacters, TextareaField } from '#kit/fields/textarea-field.tsx';
import { formatShortcut } from '#kit/keys.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { api } from '#session/session.ts';
import { type ChangeSet, shortTitle } from './change-set.ts';
import { MergeNotes } from './merge-notes.tsx';
import { MIDNIGHT, useSetDraft } from './set-draft.ts';

interface Props {
  /** The edited set; a new one without it. */
  changeSet?: ChangeSet;
  onClose: () => void;
  onCreated?: (changeSet: ChangeSet) => void;
}

const MAX_TITLE_LENGTH = 200;
const MAX_NOTE_LENGTH = 2000;

/** Begins a change set, or changes its title, note and date. */
export function ChangeSetDialog({ changeSet, onClose, onCreated }: Props) {
  const { t, language } = useTexts();
  const kitTexts = useKitTexts();
  const formId = useId();
  const titleInput = useRef<HTMLInputElement>(null);
  const dateFields = useRef<HTMLDivElement>(null);
  const timeInput = useRef<HTMLInputElement>(null);
  const noteInput = useRef<HTMLTextAreaElement>(null);
  const setDraft = useSetDraft(changeSet);
  const { base, draft, body, isChanged, change, merge } = setDraft;
  const { title, note, day, time } = draft;
  const [problem, setProblem] = useState<Problem>();
  const [worksInIt, setWorksInIt] = useState(true);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const { data: installation } = useInstallationDay();
  const isTitleMissing = title.trim() === '';
  const isDayIncomplete = isHalfTyped(day);
  const isTimeInvalid = day !== null && parseTimeText(time.trim() || MIDNIGHT) === null;
  const isNoteTooLong = countCharacters(note.trim()) > MAX_NOTE_LENGTH;
  const fieldError = (pointer: string) => problem?.fields.find((field) => field.pointer === pointer)?.message;
  const dateError = fieldError('/effectiveOn');
  // today can be chosen, so it is the time that has passed
  const isTimeRefused = dateError !== undefined && day !== null && day === installation?.today;
  // the answer to a save names the fields that it refuses
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer moves the focus
  useEffect(() => {
    const refuses = (pointer: string) => problem?.fields.some((field) => field.pointer === pointer);
    if (refuses('/title')) titleInput.current?.focus();
    else if (refuses('/note')) noteInput.current?.focus();
    else if (isTimeRefused) timeInput.current?.focus();
    else if (refuses('/effectiveOn')) dateFields.current?.querySelector<HTMLElement>('[data-type]')?.focus();
  }, [problem]);
  const titleError = isSubmitted && isTitleMissing ? t('common.required') : fieldError('/title');

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setIsSubmitted(true);
    if (isTitleMissing) titleInput.current?.focus();
    else if (isNoteTooLong) noteInput.current?.focus();
    else if (isDayIncomplete && dateFields.current) focusMissingPart(dateFields.current);
    else if (isTimeInvalid) timeInput.current?.focus();
    if (isTitleMissing || isNoteTooLong || isDayIncomplete || isTimeInvalid || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const saved = await (base ? updateSet(base, body) : createSet(body));
      showChangedSet(saved);
      notify.success(t(base ? 'changeSets.saved' : 'changeSets.created', { title: shortTitle(saved.title) }));
      if (!base && worksInIt) workIn({ id: saved.id, title: saved.title, showsLive: false });
      refreshReads();
      onClose();
      if (!base) onCreated?.(saved);
    } catch (error) {
      const failure = toProblem(error, language);
      if (failure.status === 412 && base) {
        // the cast: the contract answers a stale version with the set as it is now
        merge(failure.current as unknown as ChangeSet);
        refreshReads();
      } else setProblem(failure);
    } finally {
      setBusy(false);
    }
  }

  /** Saves on Ctrl+Enter, as Enter alone breaks lines in the description. */
  function saveByKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      isChanged={isChanged}
      title={t(changeSet ? 'changeSets.edit' : 'changeSets.new')}
      width={480}
      initialFocus={titleInput}
      onKeyDown={saveByKey}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {t(changeSet ? 'common.save' : 'changeSets.create')}
            <span aria-hidden className="contents">
              <Kbd tone="accent">{formatShortcut('↵')}</Kbd>
            </span>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-2">
        <MergeNotes
          draft={setDraft}
          onTaken={(field) => (field === 'note' ? noteInput : titleInput).current?.focus()}
        />
        {problem && problem.fields.length === 0 && (
          <Note tone="bad" live>
            {problem.message}
          </Note>
        )}
        <TextField
          label={t('changeSets.field.title')}
          required
          value={title}
          onChange={(next) => change({ title: next })}
          maxLength={MAX_TITLE_LENGTH}
          autoComplete="off"
          error={titleError}
          inputRef={titleInput}
        />
        <TextareaField
          label={t('changeSets.field.note')}
          help={t('changeSets.noteHelp')}
          value={note}
          onChange={(next) => change({ note: next })}
          inputRef={noteInput}
          rows={4}
          maxLength={MAX_NOTE_LENGTH}
          error={(isSubmitted && isNoteTooLong && kitTexts.tooLong) || fieldError('/note')}
        />
        <div ref={dateFields} className="mt-2 grid grid-cols-[minmax(0,1fr)_8rem] gap-2">
          <LazyDateField
            label={t('changeSets.field.effectiveOn')}
            value={day}
            onChange={(next) => change({ day: next })}
            min={installation?.today}
            timeZone={installation?.zone}
            error={
              (isSubmitted && isDayIncomplete && kitTexts.halfTyped) ||
              // the error takes the place of the help, and with it of the time zone
              (!isTimeRefused && dateError && [dateError, installation?.zone].filter(Boolean).join(' · '))
            }
            help={
              changeSet && changeSet.status !== 'open'
                ? t('changeSets.dateReopens')
                : t(installation ? 'changeSets.dateHelpZone' : 'changeSets.dateHelp', {
                    zone: installation?.zone ?? '',
                  })
            }
          />
          {day !== null && (
            <TextField
              label={t('changeSets.field.time')}
              value={time}
              onChange={(next) => change({ time: next })}
              inputRef={timeInput}
              error={(isSubmitted && isTimeInvalid && t('changeSets.timeInvalid')) || (isTimeRefused && dateError)}
              maxLength={MIDNIGHT.length}
              placeholder={MIDNIGHT}
              autoComplete="off"
              mono
            />
          )}
        </div>
        {!changeSet && <Checkbox checked={worksInIt} onChange={setWorksInIt} label={t('changeSets.workAfterCreate')} />}
      </form>
    </Dialog>
  );
}

type Body = Schemas['ChangeSetBody'];

const createSet = async (body: Body): Promise<ChangeSet> =>
  (await api.POST('/api/v1/change-sets', { body })).data.changeSet;

const updateSet = async ({ id, version }: ChangeSet, body: Body): Promise<ChangeSet> =>
  (await api.PUT('/api/v1/change-sets/{id}', { params: { path: { id } }, headers: ifMatch(version), body })).data
    .changeSet;
