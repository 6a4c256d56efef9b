import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { roleName } from '#i18n/display-name.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { MultiComboboxField } from '#kit/choice/multi-combobox-field.tsx';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { ListViews, ViewDialogState } from './use-views.ts';
import { createView, updateView } from './view-actions.ts';

interface Props {
  views: ListViews;
  state: ViewDialogState;
  onClose: () => void;
}

const MAX_NAME_LENGTH = 40;

/** Saves what the list shows as a new view, or changes a view's name, the roles with which it is shared, and whether the list opens with it. */
export function ViewDialog({ views, state, onClose }: Props) {
  const { t, language } = useTexts();
  const formId = useId();
  const nameInput = useRef<HTMLInputElement>(null);
  const edited = state.kind === 'edit' ? state.view : undefined;
  const initialName = edited?.name ?? (state.kind === 'create' ? state.name : '');
  const initialShared = edited?.shared.map(String) ?? [];
  const [name, setName] = useState(initialName);
  const [shared, setShared] = useState<readonly string[]>(initialShared);
  const [isDefault, setIsDefault] = useState(edited?.isDefault ?? false);
  const [problem, setProblem] = useState<Problem>();
  const [isNameMissing, setIsNameMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const isChanged =
    name.trim() !== initialName || shared.join() !== initialShared.join() || isDefault !== (edited?.isDefault ?? false);
  const nameError = isNameMissing
    ? t('common.required')
    : problem?.fields.find(({ pointer }) => pointer === '/name') && problem.message;

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const trimmedName = name.trim();
    setIsNameMissing(trimmedName === '');
    if (trimmedName === '' || busy) return void nameInput.current?.focus();
    setBusy(true);
    setProblem(undefined);
    const body = { name: trimmedName, shared: shared.map(Number), isDefault };
    try {
      if (edited) await updateView(edited, { ...body, search: edited.search });
      else await views.showSaved(await createView({ ...body, list: views.list, search: views.currentQuery() }));
      notify.success(t('views.saved', { name: trimmedName }));
      onClose();
    } catch (error) {
      setProblem(toProblem(error, language));
      nameInput.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      isChanged={isChanged}
      title={t(edited ? 'views.edit' : 'views.saveTitle')}
      width={440}
      initialFocus={nameInput}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-2">
        {problem && !nameError && <Note tone="bad">{problem.message}</Note>}
        <TextField
          label={t('views.name')}
          required
          value={name}
          onChange={setName}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          error={nameError}
          inputRef={nameInput}
        />
        <MultiComboboxField
          label={t('views.shared')}
          help={t('views.sharedHelp')}
          values={shared}
          options={views.roles.map((role) => ({ value: String(role.id), label: roleName(role), note: role.name }))}
          placeholder={t('views.notShared')}
          onChange={setShared}
        />
        <Checkbox checked={isDefault} onChange={setIsDefault} label={t('views.openWith')} />
      </form>
    </Dialog>
  );
}
