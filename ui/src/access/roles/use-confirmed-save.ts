import { useRef, useState } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { Problem, toProblem } from '#api/problem.ts';
import { toRequestBody } from '#crud/form/definition/form-definition.ts';
import type { EditForm } from '#crud/form/edit-form.ts';
import { isEqual } from '#crud/form/state/merge.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { addUnaffected, comparePermissions, type PermissionChanges, type Permissions } from './matrix.ts';
import { previewEffect, type RoleChangeEffect } from './roles-calls.ts';

/** Saves a role at once if nobody's permissions change, else after the user has confirmed the effect. */
export function useConfirmedSave(form: EditForm) {
  const { language } = useTexts();
  const [effect, setEffect] = useState<RoleChangeEffect>();
  const [isLoadingEffect, setLoadingEffect] = useState(false);
  const formRef = useRef(form);
  formRef.current = form;

  async function save(): Promise<void> {
    if (isLoadingEffect) return;
    setLoadingEffect(true);
    try {
      await confirmOrSave();
    } finally {
      setLoadingEffect(false);
    }
  }

  async function confirmOrSave(): Promise<void> {
    const form = formRef.current;
    const { id, values, validate } = form.state.context;
    if (form.disabledReason || !form.state.matches('editing')) return;
    if (id === null || form.changes.length === 0 || validate(values).length > 0) return form.save();
    // the cast: valid form values are a role's request body
    const response = await previewEffect(id, toRequestBody(values) as Schemas['RoleBody']).catch((error: unknown) =>
      toProblem(error, language),
    );
    // edits made while the effect was loading change the effect, so it is loaded again before it is confirmed
    if (!isEqual(formRef.current.state.context.values, values)) return confirmOrSave();
    if (response instanceof Problem) return showProblem(response);
    const { people, ...effects } = response;
    const { added, removed } = permissionChanges(form);
    const [gains, losses] = [addUnaffected(added, effects.gains), addUnaffected(removed, effects.losses)];
    if (gains.length + losses.length === 0) form.save();
    else setEffect({ people, gains, losses });
  }

  /** Shows a problem; field errors appear by saving, which fails in the same way. */
  function showProblem(problem: Problem): void {
    if (problem.fields.length > 0) formRef.current.save();
    else notify.error(problem.message);
  }

  return {
    effect,
    save: () => void save(),
    confirm: () => {
      setEffect(undefined);
      form.save();
    },
    cancel: () => setEffect(undefined),
  };
}

/** Returns the unsaved permission changes of a role's form. */
export function permissionChanges({ state }: Pick<EditForm, 'state'>): PermissionChanges {
  const { baseValues, values } = state.context;
  // the casts: only RolePermissions writes the field
  return comparePermissions((baseValues.permissions ?? []) as Permissions, (values.permissions ?? []) as Permissions);
}
