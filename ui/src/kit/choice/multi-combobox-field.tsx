import { ComboboxButton, ComboboxInput, Combobox as HeadlessCombobox } from '@headlessui/react';
import { useRef, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { Code } from '#kit/display/chip.tsx';
import { DescribedInput } from '#kit/fields/described-input.tsx';
import { Field, type FieldFrame } from '#kit/fields/field.tsx';
import { useFieldControl } from '#kit/fields/field-context.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { ComboboxList, openOnClick, virtualOptions } from './combobox-list.tsx';
import type { Option } from './option.tsx';
import { matchOptions } from './option-match.ts';
import { useDeferredEnter } from './use-deferred-enter.ts';

interface MultiProps {
  values: readonly string[];
  onChange?: ((values: readonly string[]) => void) | undefined;
  options: readonly Option[];
  /** the chosen options, where `options` may not hold them */
  chosen?: readonly Option[] | undefined;
  onQuery?: ((query: string) => void) | undefined;
  loading?: boolean | undefined;
  placeholder?: string | undefined;
  lock?: boolean | undefined;
}

export type MultiComboboxFieldProps = FieldFrame & MultiProps;

export function MultiComboboxField(props: MultiComboboxFieldProps) {
  const { label, required, help, error, warning, aside, tight, className, ...multi } = props;
  return (
    <Field {...{ label, required, help, error, warning, aside, tight, className }}>
      <MultiCombobox {...multi} />
    </Field>
  );
}

function MultiCombobox({ values, onChange, options, chosen = [], onQuery, loading, placeholder, lock }: MultiProps) {
  const texts = useKitTexts();
  const { field, control } = useFieldControl();
  const [typed, setTyped] = useState('');
  const { input, hold, forget } = useDeferredEnter(loading);
  const opener = useRef<HTMLButtonElement>(null);
  const fixed = Boolean(lock || !onChange);
  const known = new Map([...chosen, ...options].map((option) => [option.value, option]));
  // what was found for a query comes in pages, all that there is may be hundreds
  const isVirtual = onQuery === undefined;
  const shown = onQuery ? options : matchOptions(options, typed);

  function type(text: string) {
    setTyped(text);
    forget();
    onQuery?.(text);
  }

  function choose(next: readonly string[]) {
    type('');
    onChange?.(next);
  }

  return (
    <HeadlessCombobox
      multiple
      value={[...values]}
      onChange={choose}
      disabled={fixed}
      virtual={isVirtual ? virtualOptions(shown) : null}
    >
      <div
        className="control h-auto min-h-8 flex-wrap gap-1 px-1.5 py-1"
        data-tone={field?.tone}
        data-locked={fixed || undefined}
      >
        {values.map((value) => (
          <Chosen
            key={value}
            option={known.get(value) ?? { value, label: value }}
            onRemove={fixed ? undefined : () => onChange?.(values.filter((other) => other !== value))}
          />
        ))}
        <ComboboxInput
          as={DescribedInput}
          {...control}
          {...(control.id ? { id: control.id } : {})}
          aria-labelledby={field?.labelId}
          autoComplete="off"
          placeholder={values.length === 0 ? placeholder : undefined}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onClick={openOnClick(opener)}
          ref={input}
          onKeyDown={(event) => {
            hold(event);
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onQuery?.(typed);
            if (event.key === 'Backspace' && typed === '' && !fixed) onChange?.(values.slice(0, -1));
          }}
          className="h-6 min-w-16 flex-1 bg-transparent px-1 outline-none"
        />
        {fixed ? (
          <Icon name="lock" size={14} className="mr-1 text-ink-3" />
        ) : (
          <ComboboxButton
            ref={opener}
            aria-label={texts.openList}
            onClick={() => onQuery?.(typed)}
            className="grid size-6 place-items-center text-ink-3"
          >
            <Icon name="chevron-down" size={14} />
          </ComboboxButton>
        )}
      </div>
      <ComboboxList
        options={shown}
        loading={loading}
        isChosen={(option) => values.includes(option.value)}
        isVirtual={isVirtual}
      />
    </HeadlessCombobox>
  );
}

function Chosen({ option, onRemove }: { option: Option; onRemove: (() => void) | undefined }) {
  const texts = useKitTexts();
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1 rounded-xs bg-active pl-1.5 text-xs">
      {option.code && <Code small>{option.code}</Code>}
      {option.label !== option.code && <span className="min-w-0 truncate">{option.label}</span>}
      {onRemove ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${texts.remove} ${option.label}`}
          onClick={onRemove}
          className="grid size-6 place-items-center text-ink-3 hover:text-ink"
        >
          <Icon name="close" size={14} />
        </button>
      ) : (
        <span className="w-1.5" />
      )}
    </span>
  );
}
