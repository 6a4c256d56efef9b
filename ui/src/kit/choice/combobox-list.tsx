import { ComboboxOption, ComboboxOptions } from '@headlessui/react';
import type { ComponentProps, MouseEvent, RefObject } from 'react';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { type Option, OptionLine } from './option.tsx';

interface ComboboxListProps {
  options: readonly Option[];
  loading: boolean | undefined;
  isChosen: (option: Option) => boolean;
  /** The combobox was given `virtualOptions`. */
  isVirtual: boolean;
}

/** What Headless UI takes to keep only the options in sight in the document, however many there are. */
export const virtualOptions = (options: readonly Option[]) => ({ options: options.map(({ value }) => value) });

/** A click opens the list by its button, as of any other list to choose from; one more is for the caret. */
export const openOnClick = (button: RefObject<HTMLElement | null>) => (event: MouseEvent<HTMLElement>) => {
  if (event.currentTarget.getAttribute('aria-expanded') === 'false') button.current?.click();
};

const layer =
  'layer fade z-(--z-pop) max-w-[max(var(--input-width),24rem)] overflow-y-auto p-1 outline-none [--anchor-max-height:310px] empty:invisible';

export function ComboboxList({ options, loading, isChosen, isVirtual }: ComboboxListProps) {
  const texts = useKitTexts();
  const note = options.length > 0 ? undefined : loading ? `${texts.loading}…` : texts.noMatches;
  const item = (option: Option) => (
    <ComboboxOption key={option.value} value={option.value} className="layer-item w-full">
      <OptionLine option={option} selected={isChosen(option)} />
    </ComboboxOption>
  );
  const byValue = new Map(options.map((option) => [option.value, option]));
  return (
    <ComboboxOptions
      as={Layer}
      note={note}
      modal={false}
      transition
      anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
      // options in sight alone give no width
      className={`${layer} ${isVirtual ? 'w-[max(var(--input-width),20rem)]' : 'w-max min-w-[max(var(--input-width),15rem)]'}`}
    >
      {isVirtual
        ? ({ option: value }: { option: string }) => item(byValue.get(value) ?? { value, label: value })
        : options.map(item)}
    </ComboboxOptions>
  );
}

function Layer({ note, children, ...props }: ComponentProps<'div'> & { note: string | undefined }) {
  return (
    <div {...props}>
      {children}
      {note && <div className="px-2 py-1.5 text-ink-3">{note}</div>}
    </div>
  );
}
