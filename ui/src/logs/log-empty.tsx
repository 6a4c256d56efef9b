import type { ComponentProps } from 'react';
import { NoRows } from '#crud/list/no-rows.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { EmptyState } from '#kit/messages/empty-state.tsx';

interface Props {
  logs: ComponentProps<typeof NoRows>['loaded'];
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  /** The log whose texts are used. */
  texts: 'logs' | 'dataLogs';
}

export function LogEmpty({ logs, onClear, texts }: Props) {
  const { t } = useTexts();
  return (
    <NoRows
      loaded={logs}
      failed={`${texts}.failed`}
      narrowed={onClear && { title: t(`${texts}.empty`), text: t(`${texts}.emptyText`), onClear }}
      first={<EmptyState icon="log" title={t(`${texts}.emptyFirst`)} text={t(`${texts}.emptyFirstText`)} />}
    />
  );
}
