import { useMachine } from '@xstate/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import type { BodyName } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { loadValidate } from '#api/validate.ts';
import { language, t } from '#i18n/i18n.ts';
import { accountFormMachine, type FieldErrors } from './account-form.machine.ts';

export type FormErrors<T> = { [Field in keyof T]?: string | undefined };

interface FormEffects<T> {
  /** Finds errors before anything is sent. */
  check: (values: T) => FormErrors<T> | Promise<FormErrors<T>>;
  send: (values: T) => Promise<unknown>;
}

/** Validates a request body against the contract and returns the messages by field. */
export async function findContractErrors(schema: BodyName, body: object): Promise<Record<string, string>> {
  const validate = await loadValidate(schema);
  const isEmailFormat = (pointer: string, rule: string) => pointer === '/email' && rule === 'format';
  return Object.fromEntries(
    validate(body, language()).map(({ pointer, rule, message }) => [
      pointer.slice(1),
      isEmailFormat(pointer, rule) ? t('profile.emailFormat') : message,
    ]),
  );
}

/** Runs a form of a few text fields. It keeps the typed values on every error and focuses the first invalid field. */
export function useAccountForm<T extends Record<keyof T, string>>(initialValues: T, effects: FormEffects<T>) {
  const formRef = useRef<HTMLFormElement>(null);
  const effectsRef = useRef(effects);
  effectsRef.current = effects;
  const [machine] = useState(() => provideEffects(effectsRef));
  const [state, dispatch] = useMachine(machine, { input: { initialValues } });
  const { attempts, problem } = state.context;
  // the casts: the fields of the machine are those of `initialValues`
  const values = state.context.values as T;
  const errors = state.context.errors as FormErrors<T>;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt
  useEffect(() => {
    const invalidInput = formRef.current?.querySelector('[aria-invalid="true"]');
    // selected, so that typing replaces it
    if (invalidInput instanceof HTMLInputElement) invalidInput.select();
  }, [attempts]);

  const submit = () => dispatch({ type: 'SUBMIT' });
  return {
    values,
    isChanged: Object.entries(values).some(([name, value]) => value !== initialValues[name as keyof T]),
    errors,
    problem: problem ?? undefined,
    busy: state.hasTag('busy'),
    submit,
    /** Returns the props of a field. */
    field: (name: keyof T & string) => ({
      name,
      value: values[name],
      onChange: (value: string) => dispatch({ type: 'TYPE', field: name, value }),
      error: errors[name],
    }),
    /** the props of the form element */
    form: {
      ref: formRef,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        submit();
      },
    },
  };
}

/** Provides the machine with the effects of the latest render, and converts their errors to problems. */
function provideEffects<T>(effects: RefObject<FormEffects<T>>) {
  const throwProblem = (error: unknown): never => {
    throw toProblem(error, language());
  };
  return accountFormMachine.provide({
    actors: {
      // the casts: the fields of the machine are those of the form
      check: fromPromise(({ input }) =>
        callAsync(() => effects.current.check(input as T) as FieldErrors).catch(throwProblem),
      ),
      send: fromPromise(({ input }) => callAsync(() => effects.current.send(input as T)).catch(throwProblem)),
    },
  });
}

/** Calls a function and turns its synchronous errors into rejections. */
const callAsync = async <R>(run: () => R | Promise<R>): Promise<R> => run();
