import { Icon } from '#kit/buttons/icon.tsx';
import { Code } from '#kit/display/code.tsx';

export interface Option {
  value: string;
  label: string;
  code?: string | undefined;
  /** whether the label is a code for lack of a name, as for historic currencies that the browser does not know */
  isCode?: boolean | undefined;
  note?: string | undefined;
  /** what distinguishes it from the options without a mark */
  mark?: string | undefined;
  /** the heading above it; options of one group must be adjacent */
  group?: string | undefined;
  /** further words that match it: pinyin, former names */
  keywords?: string | undefined;
}

export function OptionLine({ option, selected }: { option: Option; selected?: boolean | undefined }) {
  return (
    <>
      {option.code && <Code small>{option.code}</Code>}
      {option.isCode ? <Code small>{option.label}</Code> : <span className="min-w-0 truncate">{option.label}</span>}
      {option.note && <span className="min-w-0 truncate text-xs text-ink-3">{option.note}</span>}
      {option.mark && (
        <span className="ml-auto flex flex-none items-center gap-1 pl-2 text-xs text-info-ink">
          <Icon name="layers" size={14} />
          {option.mark}
        </span>
      )}
      {selected && <Icon name="check" size={14} className="ml-auto text-accent-ink" />}
    </>
  );
}
