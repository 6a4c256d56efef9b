import { ComboboxButton, ComboboxInput, Combobox as HeadlessCombobox } from '@headlessui/react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/chip.tsx';
import { DescribedInput } from '#kit/fields/described-input.tsx';
import { Field, type FieldFrame } from '#kit/fields/field.tsx';
import { useFieldControl } from '#kit/fields/field-context.ts';
import { InlineClear } from '#kit/fields/inline-clear.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { ComboboxList, openOnClick, virtualOptions } from './combobox-list.tsx';
import type { Option } from './option.tsx';
import { matchOptions, meantOption } from './option-match.ts';
import { useDeferredEnter } from './use-deferred-enter.ts';

export type { Option };

interface ComboboxProps {
  value: string | null;
  onChange?: ((value: string | null) => void) | undefined;
  /** all of them, or with `onQuery` what was found for the last query */
  options: readonly Option[];
  /** the chosen option, where `options` may not hold it */
  chosen?: Option | undefined;
  onQuery?: ((query: string) => void) | undefined;
  loading?: boolean | undefined;
  placeholder?: string | undefined;
  clearable?: boolean | undefined;
  lock?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
}

export type ComboboxFieldProps = FieldFrame & ComboboxProps;

/** What was typed stays when it matches nothing, and the field says so; the value is then null. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, required, help, error, warning, aside, tight, className, ...combobox } = props;
  const texts = useKitTexts();
  const [stray, setStray] = useState(false);
  const frame = { label, required, help, aside, tight, className };
  return (
    <Field {...frame} error={error} warning={stray ? texts.notInList : warning}>
      <Combobox {...combobox} onStray={setStray} />
    </Field>
  );
}

/** Plex Mono at 12 px with its letter spacing, and the edges of the chip. */
const chipWidth = (code: string) => code.length * 7.56 + 12;

export function Combobox(
  props: ComboboxProps & { onStray?: (stray: boolean) => void; 'aria-label'?: string | undefined },
) {
  const { value, onChange, options, chosen, onQuery, loading, placeholder, clearable = true, lock, onStray } = props;
  const texts = useKitTexts();
  const { field, control } = useFieldControl();
  const [typed, setTyped] = useState<string>();
  const { input, hold, forget } = useDeferredEnter(loading);
  const opener = useRef<HTMLButtonElement>(null);
  /** Before the options for what was typed were there. */
  const [left, setLeft] = useState(false);
  const current = options.find((option) => option.value === value) ?? (chosen?.value === value ? chosen : undefined);
  const fixed = Boolean(lock || !onChange);
  // what was found for a query comes in pages, all that there is may be hundreds
  const isVirtual = onQuery === undefined;
  const shown = onQuery ? options : matchOptions(options, typed ?? '');
  const code = typed === undefined ? current?.code : undefined;
  const label = current?.label ?? value ?? '';

  function take(next: string | null) {
    setTyped(undefined);
    onStray?.(false);
    if (next !== value) onChange?.(next);
  }

  function type(text: string) {
    setTyped(text);
    setLeft(false);
    forget();
    onStray?.(false);
    onQuery?.(text);
  }

  function settle() {
    if (typed === undefined) return;
    const meant = meantOption(shown, typed);
    if (meant || typed.trim() === '') return take(meant?.value ?? null);
    onStray?.(true);
    if (value !== null) onChange?.(null);
  }

  function leave() {
    props.onBlur?.();
    if (typed && loading) setLeft(true);
    else settle();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: settles once, when the options are there
  useEffect(() => {
    if (!left || loading) return;
    setLeft(false);
    settle();
  }, [left, loading]);

  return (
    <HeadlessCombobox
      value={value}
      onChange={(next: string | null) => {
        // Emptying the input calls this too; only a choice settles what was typed.
        if (next !== null) take(next);
      }}
      disabled={fixed}
      virtual={isVirtual ? virtualOptions(shown) : null}
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
          data-locked={fixed || undefined}
          autoComplete="off"
          placeholder={placeholder}
          displayValue={() => typed ?? label}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onFocus={props.onFocus}
          onClick={openOnClick(opener)}
          ref={input}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onQuery?.(typed ?? '');
            hold(event);
          }}
          className={cx('control text-ellipsis', clearable && !fixed ? 'pr-14' : 'pr-8')}
          style={code ? { paddingLeft: chipWidth(code) + 18 } : undefined}
        />
        <span className="absolute inset-y-0 right-1 flex items-center">
          {clearable && !fixed && (value !== null || typed) && <InlineClear onClear={() => take(null)} />}
          {fixed ? (
            <Icon name="lock" size={14} className="mr-1.5 text-ink-3" />
          ) : (
            <ComboboxButton
              ref={opener}
              aria-label={texts.openList}
              onClick={() => onQuery?.(typed ?? '')}
              className="grid size-6 place-items-center text-ink-3"
            >
              <Icon name="chevron-down" size={14} />
            </ComboboxButton>
          )}
        </span>
      </div>
      <ComboboxList
        options={shown}
        loading={loading}
        isChosen={(option) => option.value === value}
        isVirtual={isVirtual}
      />
    </HeadlessCombobox>
  );
}
