import type { ReactElement, ReactNode } from 'react';
import { Dot, type DotTone } from '#kit/display/status-mark.tsx';

export interface StatusTab {
  id: string;
  label: ReactNode;
  /** the tone of a dot, or another mark */
  mark?: DotTone | ReactElement | undefined;
  count?: ReactNode;
}

interface StatusTabsProps {
  'aria-label': string;
  tabs: readonly StatusTab[];
  selected: string;
  onSelect: (id: string) => void;
}

const tabClass =
  'relative -mb-px flex h-8.5 flex-none pointer-coarse:h-10.5 pointer-coarse:min-w-10 pointer-coarse:justify-center items-center gap-1.5 border-b-2 border-transparent pt-0.5 text-ink-2 whitespace-nowrap hover:text-ink aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-ink focus-visible:outline-offset-[-2px]';

const rowClass = 'flex flex-none gap-5 overflow-x-auto border-b border-line px-page [scrollbar-width:none]';

/** Buttons that filter the table below; assistive technology sees toggle buttons, not tabs. */
export function StatusTabs({ tabs, selected, onSelect, ...aria }: StatusTabsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling flex row everywhere
    <div role="group" {...aria} className={rowClass}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          aria-pressed={tab.id === selected}
          onClick={() => onSelect(tab.id)}
          className={tabClass}
        >
          <TabContent {...tab} />
        </button>
      ))}
    </div>
  );
}

function TabContent({ label, mark, count }: StatusTab) {
  return (
    <>
      {typeof mark === 'string' ? <Dot tone={mark} /> : mark}
      {label}
      {count !== undefined && <span className="font-mono text-2xs font-normal text-ink-3">{count}</span>}
    </>
  );
}
