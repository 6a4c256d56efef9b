import { ComboboxButton, ComboboxInput, Combobox as HeadlessCombobox } from '@headlessui/react';
import { useRef, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { Code } from '#kit/display/code.tsx';
import { DescribedInput } from '#kit/fields/described-input.tsx';
import { controlProps, Field, type FieldFrame } from '#kit/fields/field.tsx';
import { useFieldControl } from '#kit/fields/field-context.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import type { TypedTextAction } from './combobox-field.tsx';
import { ACTION_VALUE, ComboboxList, openOnClick, virtualOptions } from './combobox-list.tsx';
import type { Option } from './option.tsx';
import { findExactOption, matchOptions } from './option-match.ts';
import { useDeferredEnter } from './use-deferred-enter.ts';

interface MultiComboboxProps {
  values: readonly string[];
  onChange?: ((values: readonly string[]) => void) | undefined;
  options: readonly Option[];
  /** the chosen options, which `options` may not include */
  chosenOptions?: readonly Option[] | undefined;
  onQuery?: ((query: string) => void) | undefined;
  /** an entry below the options of a query */
  action?: TypedTextAction | undefined;
  loading?: boolean | undefined;
  placeholder?: string | undefined;
  lock?: boolean | undefined;
}

export type MultiComboboxFieldProps = FieldFrame & MultiComboboxProps;

export function MultiComboboxField(props: MultiComboboxFieldProps) {
  return (
    <Field {...props}>
      <MultiCombobox {...controlProps(props)} />
    </Field>
  );
}

function MultiCombobox({
  values,
  onChange,
  options,
  chosenOptions = [],
  onQuery,
  action,
  loading,
  placeholder,
  lock,
}: MultiComboboxProps) {
  const texts = useKitTexts();
  const { field, control } = useFieldControl();
  const [typedText, setTypedText] = useState('');
  const { inputRef, deferEnter, cancelEnter } = useDeferredEnter(loading);
  const openButton = useRef<HTMLButtonElement>(null);
  const isReadOnly = Boolean(lock || !onChange);
  const optionsByValue = new Map([...chosenOptions, ...options].map((option) => [option.value, option]));
  // query results are paged, but a complete list may have hundreds of options
  const isVirtual = onQuery === undefined;
  const visibleOptions = onQuery ? options : matchOptions(options, typedText);
  const actionText = typedText.trim();
  const offersAction = action && onQuery && !loading && actionText !== '' && !findExactOption(options, actionText);

  const [lastCount, setLastCount] = useState(values.length);
  if (lastCount !== values.length) {
    setLastCount(values.length);
    // the added value is what was typed, also if it was added from outside
    if (lastCount < values.length) setTypedText('');
  }

  function onType(text: string) {
    setTypedText(text);
    cancelEnter();
    onQuery?.(text);
  }

  function choose(next: readonly string[]) {
    if (next.includes(ACTION_VALUE)) return action?.onSelect(actionText);
    onType('');
    onChange?.(next);
  }

  return (
    <HeadlessCombobox
      multiple
      value={[...values]}
      onChange={choose}
      disabled={isReadOnly}
      virtual={isVirtual ? virtualOptions(visibleOptions) : null}
    >
      <div
        className="control h-auto min-h-(--control-h) flex-wrap gap-1 px-1.5 py-1 pointer-coarse:py-0"
        data-tone={field?.tone}
        data-locked={isReadOnly || undefined}
      >
        {values.map((value) => (
          <ChosenOption
            key={value}
            option={optionsByValue.get(value) ?? { value, label: value }}
            onRemove={isReadOnly ? undefined : () => onChange?.(values.filter((other) => other !== value))}
          />
        ))}
        <ComboboxInput
          as={DescribedInput}
          {...control}
          {...(control.id ? { id: control.id } : {})}
          aria-labelledby={field?.labelId}
          autoComplete="off"
          placeholder={values.length === 0 ? placeholder : undefined}
          value={typedText}
          onChange={(event) => onType(event.target.value)}
          onClick={openOnClick(openButton)}
          ref={inputRef}
          onKeyDown={(event) => {
            deferEnter(event);
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onQuery?.(typedText);
            if (event.key === 'Backspace' && typedText === '' && !isReadOnly) onChange?.(values.slice(0, -1));
          }}
          className="h-6 min-w-16 flex-1 pointer-coarse:h-10 bg-transparent px-1 outline-none"
        />
        {isReadOnly ? (
          <Icon name="lock" size={14} className="mr-1 text-ink-3" />
        ) : (
          <ComboboxButton
            ref={openButton}
            aria-label={texts.openList}
            onClick={() => onQuery?.(typedText)}
            className="grid size-6 place-items-center text-ink-3 pointer-coarse:size-10"
          >
            <Icon name="chevron-down" size={14} />
          </ComboboxButton>
        )}
      </div>
      <ComboboxList
        options={visibleOptions}
        loading={loading}
        isChosen={(option) => values.includes(option.value)}
        isVirtual={isVirtual}
        action={offersAction ? action.label(actionText) : undefined}
      />
    </HeadlessCombobox>
  );
}

function ChosenOption({ option, onRemove }: { option: Option; onRemove: (() => void) | undefined }) {
  const texts = useKitTexts();
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1 rounded-xs bg-active pl-1.5 text-xs pointer-coarse:my-0.5 pointer-coarse:h-9">
      {option.code && <Code small>{option.code}</Code>}
      {option.label !== option.code && <span className="min-w-0 truncate">{option.label}</span>}
      {onRemove ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${texts.remove} ${option.label}`}
          onClick={onRemove}
          className="grid size-6 place-items-center text-ink-3 pointer-coarse:size-10 hover:text-ink"
        >
          <Icon name="close" size={14} />
        </button>
      ) : (
        <span className="w-1.5" />
      )}
    </span>
  );
}
