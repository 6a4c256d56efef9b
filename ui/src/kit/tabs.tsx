import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import type { ReactNode } from 'react';
import { Dot, type DotTone } from './status-mark.tsx';

export interface StatusTab {
  id: string;
  label: ReactNode;
  mark?: DotTone | undefined;
  count?: ReactNode;
}

interface StatusTabsProps {
  'aria-label': string;
  tabs: readonly StatusTab[];
  selected: string;
  onSelect: (id: string) => void;
  /** What they switch, where it stands below them; a filter over a table has none. */
  panel?: ReactNode;
}

const tabClass =
  'relative -mb-px flex h-8.5 flex-none items-center gap-1.5 border-b-2 border-transparent pt-0.5 text-ink-2 whitespace-nowrap hover:text-ink aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-ink data-selected:border-accent data-selected:font-medium data-selected:text-ink focus-visible:outline-offset-[-2px]';

const rowClass = 'flex flex-none gap-5 overflow-x-auto border-b border-line px-6 [scrollbar-width:none]';

/** With a panel they are tabs; over a table they are a filter, and say so to assistive technology. */
export function StatusTabs({ tabs, selected, onSelect, panel, ...aria }: StatusTabsProps) {
  if (panel === undefined) {
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
            <Face {...tab} />
          </button>
        ))}
      </div>
    );
  }
  return (
    <TabGroup
      selectedIndex={tabs.findIndex((tab) => tab.id === selected)}
      onChange={(index) => {
        const tab = tabs[index];
        if (tab) onSelect(tab.id);
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabList {...aria} className={rowClass}>
        {tabs.map((tab) => (
          <Tab key={tab.id} className={tabClass}>
            <Face {...tab} />
          </Tab>
        ))}
      </TabList>
      <TabPanels className="min-h-0 flex-1">
        {tabs.map((tab) => (
          <TabPanel key={tab.id} className="h-full">
            {tab.id === selected && panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}

function Face({ label, mark, count }: StatusTab) {
  return (
    <>
      {mark && <Dot tone={mark} />}
      {label}
      {count !== undefined && <span className="font-mono text-2xs font-normal text-ink-3">{count}</span>}
    </>
  );
}
