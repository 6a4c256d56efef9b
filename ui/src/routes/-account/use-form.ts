import { useMachine } from '@xstate/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import type { BodyName } from '#api/facts.gen.ts';
import { toProblem } from '#api/problem.ts';
import { loadValidate } from '#api/validate.ts';
import { language, t } from '#i18n/i18n.ts';
import { accountFormMachine, type FieldErrors, type Typed } from './account-form.machine.ts';

export type Errors<T> = { [Field in keyof T]?: string | undefined };

interface Effects<T> {
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

/** A form of a few texts: what is typed stays whatever the server says, and the first wrong field gets the focus. */
export function useForm<T extends Record<keyof T, string>>(blank: T, effects: Effects<T>) {
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(effects);
  latest.current = effects;
  const [machine] = useState(() => provide(latest));
  const [state, dispatch] = useMachine(machine, { input: { blank } });
  const { attempts, problem } = state.context;
  // the casts: the fields of the machine are those of `blank`
  const typed = state.context.typed as T;
  const errors = state.context.errors as Errors<T>;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt anew
  useEffect(() => {
    const wrong = form.current?.querySelector('[aria-invalid="true"]');
    // selected, so that what is typed next replaces it
    if (wrong instanceof HTMLInputElement) wrong.select();
  }, [attempts]);

  /** `more` is typed too, but not rendered yet. */
  const submit = (more: Partial<T> = {}) => dispatch({ type: 'SUBMIT', more: more as Typed });
  return {
    typed,
    errors,
    problem: problem ?? undefined,
    busy: state.hasTag('busy'),
    submit,
    /** Attributes of a field. */
    field: (name: keyof T & string) => ({
      name,
      value: typed[name],
      onChange: (value: string) => dispatch({ type: 'TYPE', field: name, value }),
      error: errors[name],
    }),
    /** Attributes of the form. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        submit();
      },
    },
  };
}

/** The form's effects as they are at its latest render; whatever goes wrong in them is a problem. */
function provide<T>(effects: RefObject<Effects<T>>) {
  const asProblem = (error: unknown): never => {
    throw toProblem(error, language());
  };
  return accountFormMachine.provide({
    actors: {
      // the casts: the fields of the machine are those of the form
      check: fromPromise(({ input }) => call(() => effects.current.check(input as T) as FieldErrors).catch(asProblem)),
      send: fromPromise(({ input }) => call(() => effects.current.send(input as T)).catch(asProblem)),
    },
  });
}

/** A call whose own mistakes reject too. */
const call = async <R>(run: () => R | Promise<R>): Promise<R> => run();
