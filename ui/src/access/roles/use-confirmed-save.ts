import { useState } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import type { SubjectForm } from '#crud/admin/use-subject-form.ts';
import { notify } from '#crud/notify.ts';
import { toBody } from '#crud/record/form-values.ts';
import { useTexts } from '#i18n/i18n.ts';
import { changesOf } from './changes-of.ts';
import { withPeople } from './matrix.ts';
import { type Effect, effectOf } from './roles-calls.ts';

/** Saves at once what changes nobody's permissions; the rest after what it gives and takes, and from whom, has been seen. */
export function useConfirmedSave(form: SubjectForm) {
  const { language } = useTexts();
  const [effect, setEffect] = useState<Effect>();
  const [asking, setAsking] = useState(false);
  const { state, send, refused } = form;
  const { id, values, validate } = state.context;

  async function save(): Promise<void> {
    if (refused || asking || !state.matches('editing')) return;
    if (id === null || form.changes.length === 0 || validate(values).length > 0) return form.save();
    setAsking(true);
    try {
      // as it is valid, it is a role's body
      const body = toBody(values) as Schemas['RoleBody'];
      const { people, ...reached } = await effectOf(id, body);
      const { gives, takes } = changesOf(form);
      const [gains, losses] = [withPeople(gives, reached.gains), withPeople(takes, reached.losses)];
      if (gains.length + losses.length === 0) form.save();
      else setEffect({ people, gains, losses });
    } catch (error) {
      tell(toProblem(error, language));
    } finally {
      setAsking(false);
    }
  }

  /** What stands against the change shows at its field, as it does when saving is refused. */
  function tell(problem: Problem): void {
    if (problem.fields.length > 0) form.save();
    else notify.error(problem.message);
  }

  return {
    effect,
    save: () => void save(),
    confirm: () => {
      setEffect(undefined);
      send({ type: 'SAVE' });
    },
    cancel: () => setEffect(undefined),
  };
}
