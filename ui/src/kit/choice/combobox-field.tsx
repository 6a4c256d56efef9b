import { ComboboxButton, ComboboxInput, Combobox as HeadlessCombobox } from '@headlessui/react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/code.tsx';
import { DescribedInput } from '#kit/fields/described-input.tsx';
import { Field, type FieldFrame } from '#kit/fields/field.tsx';
import { useFieldControl } from '#kit/fields/field-context.ts';
import { InlineClear } from '#kit/fields/inline-clear.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { ACTION_VALUE, ComboboxList, openOnClick, virtualOptions } from './combobox-list.tsx';
import type { Option } from './option.tsx';
import { findExactOption, matchOptions } from './option-match.ts';
import { useDeferredEnter } from './use-deferred-enter.ts';

export type { Option };

/** What can be done with a typed text that none of the options is. */
export interface TypedTextAction {
  label: (typedText: string) => string;
  onSelect: (typedText: string) => void;
  /** Whether what it opens is open: the text and the value stay as they are when the focus leaves the field for it. */
  isOpen: boolean;
}

interface ComboboxProps {
  value: string | null;
  onChange?: ((value: string | null) => void) | undefined;
  /** all options, or with `onQuery` the results of the last query */
  options: readonly Option[];
  /** the chosen option, which `options` may not include */
  chosenOption?: Option | undefined;
  onQuery?: ((query: string) => void) | undefined;
  /** an entry below the options of a query */
  action?: TypedTextAction | undefined;
  loading?: boolean | undefined;
  placeholder?: string | undefined;
  clearable?: boolean | undefined;
  lock?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
}

export type ComboboxFieldProps = FieldFrame & ComboboxProps;

/** Keeps typed text that matches no option, with a warning; the value is then null. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, required, help, error, warning, aside, tight, className, ...combobox } = props;
  const texts = useKitTexts();
  const [isUnmatched, setIsUnmatched] = useState(false);
  const frame = { label, required, help, aside, tight, className };
  return (
    <Field {...frame} error={error} warning={isUnmatched ? texts.notInList : warning}>
      <Combobox {...combobox} onUnmatchedChange={setIsUnmatched} />
    </Field>
  );
}

/** Estimates the width from Plex Mono at 12 px with its letter spacing, and the padding of the chip. */
const codeChipWidth = (code: string) => code.length * 7.56 + 12;

export function Combobox(
  props: ComboboxProps & { onUnmatchedChange?: (isUnmatched: boolean) => void; 'aria-label'?: string | undefined },
) {
  const {
    value,
    onChange,
    options,
    chosenOption,
    onQuery,
    action,
    loading,
    placeholder,
    clearable = true,
    lock,
    onUnmatchedChange,
  } = props;
  const texts = useKitTexts();
  const { field, control } = useFieldControl();
  const [typedText, setTypedText] = useState<string>();
  const { inputRef, deferEnter, cancelEnter } = useDeferredEnter(loading);
  const openButton = useRef<HTMLButtonElement>(null);
  /** Whether the field lost the focus before the options for the typed text were loaded. */
  const [leftWhileLoading, setLeftWhileLoading] = useState(false);
  const currentOption =
    options.find((option) => option.value === value) ?? (chosenOption?.value === value ? chosenOption : undefined);
  const isReadOnly = Boolean(lock || !onChange);
  // query results are paged, but a complete list may have hundreds of options
  const isVirtual = onQuery === undefined;
  const visibleOptions = onQuery ? options : matchOptions(options, typedText ?? '');
  const code = typedText === undefined ? currentOption?.code : undefined;
  const label = currentOption?.label ?? value ?? '';
  const actionText = typedText?.trim() ?? '';
  const offersAction = action && onQuery && !loading && actionText !== '' && !findExactOption(options, actionText);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a value that is set from outside replaces the typed text
  useEffect(() => {
    if (value === null) return;
    setTypedText(undefined);
    onUnmatchedChange?.(false);
  }, [value]);

  function choose(next: string | null) {
    setTypedText(undefined);
    onUnmatchedChange?.(false);
    if (next !== value) onChange?.(next);
  }

  function onType(text: string) {
    setTypedText(text);
    setLeftWhileLoading(false);
    cancelEnter();
    onUnmatchedChange?.(false);
    onQuery?.(text);
  }

  function resolveTypedText() {
    if (typedText === undefined) return;
    const match = findExactOption(visibleOptions, typedText);
    if (match || typedText.trim() === '') return choose(match?.value ?? null);
    onUnmatchedChange?.(true);
    if (value !== null) onChange?.(null);
  }

  function onLeave() {
    props.onBlur?.();
    if (action?.isOpen) return;
    if (typedText && loading) setLeftWhileLoading(true);
    else resolveTypedText();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: resolves the text once, when the options are loaded
  useEffect(() => {
    if (!leftWhileLoading || loading) return;
    setLeftWhileLoading(false);
    resolveTypedText();
  }, [leftWhileLoading, loading]);

  return (
    <HeadlessCombobox
      value={value}
      onChange={(next: string | null) => {
        if (next === ACTION_VALUE) return action?.onSelect(actionText);
        // also called with null when the input is emptied, which is not a choice
        if (next !== null) choose(next);
      }}
      disabled={isReadOnly}
      virtual={isVirtual ? virtualOptions(visibleOptions) : null}
    >
      <div data-control className="relative">
        {code && (
          <span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center">
            <Code>{code}</Code>
          </span>
        )}
        <ComboboxInput
          as={DescribedInput}
          {...control}
          {...(control.id ? { id: control.id } : {})}
          aria-label={props['aria-label']}
          aria-labelledby={field?.labelId}
          data-tone={field?.tone}
          data-locked={isReadOnly || undefined}
          autoComplete="off"
          dir="auto"
          placeholder={placeholder}
          displayValue={() => typedText ?? label}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
          onFocus={props.onFocus}
          onClick={openOnClick(openButton)}
          ref={inputRef}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onQuery?.(typedText ?? '');
            deferEnter(event);
          }}
          className={cx(
            'control text-ellipsis',
            clearable && !isReadOnly ? 'pr-14 pointer-coarse:pr-20' : 'pr-8 pointer-coarse:pr-10',
          )}
          style={code ? { paddingLeft: codeChipWidth(code) + 18 } : undefined}
        />
        <span className="absolute inset-y-0 right-1 flex items-center pointer-coarse:right-0">
          {clearable && !isReadOnly && (value !== null || typedText) && <InlineClear onClear={() => choose(null)} />}
          {isReadOnly ? (
            <Icon name="lock" size={14} className="mr-1.5 text-ink-3" />
          ) : (
            <ComboboxButton
              ref={openButton}
              aria-label={texts.openList}
              onClick={() => onQuery?.(typedText ?? '')}
              className="grid size-6 place-items-center text-ink-3 pointer-coarse:size-10"
            >
              <Icon name="chevron-down" size={14} />
            </ComboboxButton>
          )}
        </span>
      </div>
      <ComboboxList
        options={visibleOptions}
        loading={loading}
        isChosen={(option) => option.value === value}
        isVirtual={isVirtual}
        action={offersAction ? action.label(actionText) : undefined}
      />
    </HeadlessCombobox>
  );
}
