import { type ReactNode, useRef } from 'react';
import type { ListPreferences } from '#crud/list/columns/preferences.ts';
import { FilterRow } from '#crud/list/filters/filter-row.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';

interface Props {
  logs: { loading: boolean; reload: () => void };
  fields: readonly FilterField[];
  search?: ReactNode;
  /** Chips of filters that cannot be chosen here but only by a link or a button. */
  given?: ReactNode;
  /** A button at the right. */
  action?: ReactNode;
  onClear: () => void;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** The filters of a log; at the right the buttons to refresh it and to reset column widths, and the density switch. */
export function LogFilterRow({ logs, search, given, ...rest }: Props) {
  const { t } = useTexts();
  const refresh = useRef<HTMLButtonElement>(null);
  const hasOwnWidths = Object.keys(rest.preferences.widths).length > 0;
  function resetWidths(): void {
    // the focused button disappears, so the focus goes to the one beside it
    refresh.current?.focus();
    rest.onPreferences({ widths: {} });
  }
  return (
    <FilterRow
      {...rest}
      start={
        <>
          {search}
          {given}
        </>
      }
      narrowed={Boolean(given)}
      end={
        <>
          {hasOwnWidths && <IconButton icon="fit-columns" aria-label={t('logs.resetWidths')} onClick={resetWidths} />}
          <IconButton
            ref={refresh}
            icon="refresh"
            aria-label={t('logs.refresh')}
            busy={logs.loading}
            onClick={logs.reload}
          />
        </>
      }
    />
  );
}
