import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BodyName } from '#api/facts.gen.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import { loadValidate } from '#api/validate.ts';
import { language, t } from '#i18n/i18n.ts';

export type Errors<T> = { [Field in keyof T]?: string | undefined };

interface Ways<T> {
  /** What is wrong before anything is sent. */
  check: (typed: T) => Errors<T> | Promise<Errors<T>>;
  send: (typed: T) => Promise<unknown>;
}

/** What the contract has against a body, by field. */
export async function contractErrors(schema: BodyName, body: object): Promise<Record<string, string>> {
  const validate = await loadValidate(schema);
  const isAddress = (pointer: string, rule: string) => pointer === '/email' && rule === 'format';
  return Object.fromEntries(
    validate(body, language()).map(({ pointer, rule, message }) => [
      pointer.slice(1),
      isAddress(pointer, rule) ? t('profile.emailFormat') : message,
    ]),
  );
}

/** What the server has against fields that are here to be mended; the rest is a problem of the whole. */
function errorsIn<T extends object>({ fields }: Problem, typed: T): Errors<T> {
  const named = fields.map(({ pointer, message }) => [pointer.slice(1), message] as const);
  // The cast: only fields that are typed here are left.
  return Object.fromEntries(named.filter(([name]) => name in typed)) as Errors<T>;
}

const isWrong = (errors: object): boolean => Object.values(errors).some(Boolean);

/** A form of a few texts: what is typed stays whatever the server says, and the first wrong field gets the focus. */
export function useForm<T extends Record<keyof T, string>>(blank: T, { check, send }: Ways<T>) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(blank);
  const [errors, setErrors] = useState<Errors<T>>({});
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try anew
  useEffect(() => {
    const wrong = form.current?.querySelector('[aria-invalid="true"]');
    // selected, so that what is typed next replaces it
    if (wrong instanceof HTMLInputElement) wrong.select();
  }, [tries]);

  async function attempt(values: T): Promise<void> {
    const found = await check(values);
    setErrors(found);
    if (!isWrong(found)) await send(values);
  }

  /** `more` is typed too, but not rendered yet. */
  async function submit(more: Partial<T> = {}): Promise<void> {
    if (busy) return;
    const values = { ...typed, ...more };
    setBusy(true);
    setProblem(undefined);
    try {
      await attempt(values);
    } catch (error) {
      const refused = toProblem(error, language());
      const named = errorsIn(refused, values);
      setErrors(named);
      if (!isWrong(named)) setProblem(refused);
    } finally {
      setBusy(false);
      setTries((before) => before + 1);
    }
  }

  const type = (field: keyof T) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };
  return {
    typed,
    errors,
    problem,
    busy,
    submit,
    /** Attributes of a field. */
    field: (name: keyof T) => ({ name: String(name), value: typed[name], onChange: type(name), error: errors[name] }),
    /** Attributes of the form. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}
