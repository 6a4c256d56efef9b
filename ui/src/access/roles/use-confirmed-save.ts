import { useRef, useState } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { Problem, toProblem } from '#api/problem.ts';
import { toRequestBody } from '#crud/form/form-definition.ts';
import type { EditForm } from '#crud/form/form-shell.tsx';
import { isEqual } from '#crud/form/merge.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Difference, differences, type Held, withPeople } from './matrix.ts';
import { type Effect, effectOf } from './roles-calls.ts';

/** Saves at once what changes nobody's permissions; the rest after what it gives and takes, and from whom, has been seen. */
export function useConfirmedSave(form: EditForm) {
  const { language } = useTexts();
  const [effect, setEffect] = useState<Effect>();
  const [asking, setAsking] = useState(false);
  const latest = useRef(form);
  latest.current = form;

  async function save(): Promise<void> {
    if (asking) return;
    setAsking(true);
    try {
      await askOrSave();
    } finally {
      setAsking(false);
    }
  }

  async function askOrSave(): Promise<void> {
    const form = latest.current;
    const { id, values, validate } = form.state.context;
    if (form.disabledReason || !form.state.matches('editing')) return;
    if (id === null || form.changes.length === 0 || validate(values).length > 0) return form.save();
    // as it is valid, it is a role's body
    const answer = await effectOf(id, toRequestBody(values) as Schemas['RoleBody']).catch((error: unknown) =>
      toProblem(error, language),
    );
    // whoever went on typing meanwhile has to see the effect of that, before any of it is saved
    if (!isEqual(latest.current.state.context.values, values)) return askOrSave();
    if (answer instanceof Problem) return tell(answer);
    const { people, ...reached } = answer;
    const { gives, takes } = changesOf(form);
    const [gains, losses] = [withPeople(gives, reached.gains), withPeople(takes, reached.losses)];
    if (gains.length + losses.length === 0) form.save();
    else setEffect({ people, gains, losses });
  }

  /** What stands against the change shows at its field, as it does when saving is refused. */
  function tell(problem: Problem): void {
    if (problem.fields.length > 0) latest.current.save();
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

/** What the form of a role has given and taken so far. */
export function changesOf({ state }: Pick<EditForm, 'state'>): Difference {
  const { baseValues, values } = state.context;
  // only the form's own boxes write the field
  return differences((baseValues.permissions ?? []) as Held, (values.permissions ?? []) as Held);
}
