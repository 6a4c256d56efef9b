import { ComboboxOption, ComboboxOptions } from '@headlessui/react';
import type { ComponentProps, MouseEvent, RefObject } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { type Option, OptionLine } from './option.tsx';

interface ComboboxListProps {
  options: readonly Option[];
  loading: boolean | undefined;
  isChosen: (option: Option) => boolean;
  /** whether the combobox was given `virtualOptions` */
  isVirtual: boolean;
  /** the label of an entry below the options; not for virtual lists */
  action?: string | undefined;
}

/** The value of the entry that is an action. */
export const ACTION_VALUE = '\u0000action';

/** Makes Headless UI render only the visible options. */
export const virtualOptions = (options: readonly Option[]) => ({ options: options.map(({ value }) => value) });

/** Opens the list on a click into the input; further clicks only move the caret. */
export const openOnClick = (button: RefObject<HTMLElement | null>) => (event: MouseEvent<HTMLElement>) => {
  if (event.currentTarget.getAttribute('aria-expanded') === 'false') button.current?.click();
};

const LAYER_CLASS =
  'layer fade z-(--z-pop) max-w-[max(var(--input-width),24rem)] overflow-y-auto p-1 outline-none [--anchor-max-height:310px] empty:invisible';

export function ComboboxList({ options, loading, isChosen, isVirtual, action }: ComboboxListProps) {
  const texts = useKitTexts();
  const emptyText = options.length > 0 ? undefined : loading ? `${texts.loading}…` : texts.noMatches;
  const renderOption = (option: Option) => (
    <ComboboxOption key={option.value} value={option.value} className="layer-item w-full">
      <OptionLine option={option} selected={isChosen(option)} />
    </ComboboxOption>
  );
  const optionsByValue = new Map(options.map((option) => [option.value, option]));
  return (
    <ComboboxOptions
      as={ListLayer}
      emptyText={emptyText}
      modal={false}
      transition
      anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
      // a virtual list cannot get its width from its options
      className={`${LAYER_CLASS} ${isVirtual ? 'w-[max(var(--input-width),20rem)]' : 'w-max min-w-[max(var(--input-width),15rem)]'}`}
    >
      {isVirtual
        ? ({ option: value }: { option: string }) => renderOption(optionsByValue.get(value) ?? { value, label: value })
        : [
            ...options.map(renderOption),
            action && (
              <ComboboxOption
                key={ACTION_VALUE}
                value={ACTION_VALUE}
                data-action
                className="layer-item w-full text-accent-ink not-first:relative not-first:mt-2 not-first:before:absolute not-first:before:inset-x-0 not-first:before:-top-1 not-first:before:border-t not-first:before:border-line"
              >
                <Icon name="plus" size={14} />
                <span className="min-w-0 truncate">{action}</span>
              </ComboboxOption>
            ),
          ]}
    </ComboboxOptions>
  );
}

function ListLayer({ emptyText, children, ...props }: ComponentProps<'div'> & { emptyText: string | undefined }) {
  return (
    <div {...props}>
      {emptyText && <div className="px-2 py-1.5 text-ink-3">{emptyText}</div>}
      {children}
    </div>
  );
}
