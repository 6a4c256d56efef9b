import { Icon } from '#kit/buttons/icon.tsx';
import { Code } from '#kit/display/chip.tsx';

export interface Option {
  value: string;
  label: string;
  code?: string | undefined;
  /** The label is a code that has no name, such as a historic currency's where the browser knows none. */
  isCode?: boolean | undefined;
  note?: string | undefined;
  /** The heading that it stands under; options of one group come together. */
  group?: string | undefined;
  /** further words it is found by: pinyin, former names */
  keywords?: string | undefined;
}

export function OptionLine({ option, selected }: { option: Option; selected?: boolean | undefined }) {
  return (
    <>
      {option.code && <Code small>{option.code}</Code>}
      {option.isCode ? <Code small>{option.label}</Code> : <span className="min-w-0 truncate">{option.label}</span>}
      {option.note && <span className="min-w-0 truncate text-xs text-ink-3">{option.note}</span>}
      {selected && <Icon name="check" size={14} className="ml-auto text-accent-ink" />}
    </>
  );
}
