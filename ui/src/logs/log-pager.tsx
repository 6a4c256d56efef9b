import type { ReactNode } from 'react';
import { pageSizes } from '#crud/list/list-search.ts';
import { number, totalText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { CursorPager } from '#kit/lists/pager.tsx';

interface Props {
  logs: {
    data: { items: readonly unknown[]; total: number; totalCapped: boolean } | undefined;
    problem: unknown;
    pageSize: number;
    newerCount: number | undefined;
    filterBy: (part: { pageSize?: (typeof pageSizes)[number] | undefined }) => void;
    onPrevious: (() => void) | undefined;
    onNext: (() => void) | undefined;
  };
  /** Shown beside the range. */
  note?: ReactNode;
}

export function LogPager({ logs, note }: Props) {
  const { t } = useTexts();
  const { pageSize, filterBy, onPrevious, onNext } = logs;
  return (
    <CursorPager
      pageSize={pageSize}
      sizeLabel={t('common.pageSize')}
      onPageSize={(size) => filterBy({ pageSize: pageSizes.find((one) => one === size) })}
      onPrevious={onPrevious}
      onNext={onNext}
      text={<Range logs={logs} />}
      note={note}
    />
  );
}

/** The range of shown entries; the position of a page that was opened by a link is unknown. */
function Range({ logs: { data, problem, newerCount } }: Props) {
  const { t } = useTexts();
  if (!data || problem) return null;
  if (data.items.length === 0) return t('message.noDataFound');
  const total = totalText(data);
  if (newerCount === undefined) return t('logs.total', { total });
  return t('logs.range', { from: number(newerCount + 1), to: number(newerCount + data.items.length), total });
}
