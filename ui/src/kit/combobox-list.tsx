import { ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { useKitTexts } from './kit-texts.tsx';
import { type Option, OptionLine } from './option.tsx';

interface ComboboxListProps {
  options: readonly Option[];
  loading: boolean | undefined;
  isChosen: (option: Option) => boolean;
}

export function ComboboxList({ options, loading, isChosen }: ComboboxListProps) {
  const texts = useKitTexts();
  return (
    <ComboboxOptions
      modal={false}
      transition
      anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
      className="layer fade z-(--z-pop) max-h-78 w-max min-w-[max(var(--input-width),15rem)] max-w-[max(var(--input-width),24rem)] overflow-y-auto p-1 outline-none empty:invisible"
    >
      {options.map((option) => (
        <ComboboxOption key={option.value} value={option.value} className="layer-item">
          <OptionLine option={option} selected={isChosen(option)} />
        </ComboboxOption>
      ))}
      {options.length === 0 && (
        <div className="px-2 py-1.5 text-ink-3">{loading ? `${texts.loading}…` : texts.noMatches}</div>
      )}
    </ComboboxOptions>
  );
}
