import type { ReactNode } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Segmented } from '#kit/fields/segmented.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';

interface PageSizeProps {
  pageSize: number;
  onPageSize: (size: number) => void;
  pageSizes?: readonly number[] | undefined;
  /** 每页 */
  sizeLabel: string;
  /** Shown after the text. */
  note?: ReactNode;
}

interface PagerProps extends PageSizeProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
  /** 第 1–20 条，共 164 条 */
  text: (from: number, to: number, total: number) => ReactNode;
}

export function Pager({ page, total, onPage, text, ...sizes }: PagerProps) {
  const texts = useKitTexts();
  const pages = Math.max(1, Math.ceil(total / sizes.pageSize));
  const from = total === 0 ? 0 : (page - 1) * sizes.pageSize + 1;
  return (
    <PagerRow {...sizes} text={text(from, Math.min(page * sizes.pageSize, total), total)}>
      <StepButton
        icon="chevron-left"
        label={texts.previousPage}
        isDisabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {listPages(page, pages).map((entry, index) =>
        entry === 'gap' ? (
          <span key={index === 1 ? 'before' : 'after'} className="w-7 text-center text-xs text-ink-3 max-sm:hidden">
            …
          </span>
        ) : (
          <button
            key={entry}
            type="button"
            aria-current={entry === page ? 'page' : undefined}
            onClick={() => onPage(entry)}
            className={cx(
              'h-7 min-w-7 rounded-sm px-1.5 text-center text-xs max-sm:hidden pointer-coarse:h-10 pointer-coarse:min-w-10',
              entry === page ? 'bg-active font-semibold text-ink' : 'text-ink-2 hover:bg-hover',
            )}
          >
            {entry}
          </button>
        ),
      )}
      <StepButton
        icon="chevron-right"
        label={texts.nextPage}
        isDisabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </PagerRow>
  );
}

interface CursorPagerProps extends PageSizeProps {
  text: ReactNode;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** A pager for lists without a total. */
export function CursorPager({ text, onPrevious, onNext, ...sizes }: CursorPagerProps) {
  const texts = useKitTexts();
  return (
    <PagerRow {...sizes} text={text}>
      <StepButton
        icon="chevron-left"
        label={texts.previousPage}
        isDisabled={!onPrevious}
        onClick={() => onPrevious?.()}
      />
      <StepButton icon="chevron-right" label={texts.nextPage} isDisabled={!onNext} onClick={() => onNext?.()} />
    </PagerRow>
  );
}

function PagerRow({ text, note, children, ...sizes }: PageSizeProps & { text: ReactNode; children: ReactNode }) {
  const texts = useKitTexts();
  const { pageSize, onPageSize, pageSizes = [10, 20, 50, 100], sizeLabel } = sizes;
  return (
    <div className="@container flex-none border-t border-line bg-panel">
      <div className="flex h-11 items-center gap-1 overflow-x-auto pr-4 pl-6 max-sm:h-13 max-sm:pl-4 whitespace-nowrap text-ink-2">
        <span className="mr-auto pr-4">
          <span>{text}</span>
          {note}
        </span>
        <span className="flex items-center gap-2 @max-3xl:hidden">
          <span className="text-xs text-ink-3">{sizeLabel}</span>
          <Segmented
            aria-label={sizeLabel}
            value={pageSize}
            onChange={onPageSize}
            options={pageSizes.map((size) => ({ value: size, label: String(size) }))}
          />
        </span>
        <nav aria-label={texts.pages} className="flex items-center gap-1 sm:ml-3">
          {children}
        </nav>
      </div>
    </div>
  );
}

interface StepButtonProps {
  icon: 'chevron-left' | 'chevron-right';
  label: string;
  isDisabled: boolean;
  onClick: () => void;
}

/** A button that stays focusable when disabled, so that paging by keyboard does not lose the focus at the end. */
function StepButton({ icon, label, isDisabled, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
      className={cx(
        'grid size-7 place-items-center rounded-sm max-sm:size-10 pointer-coarse:size-10',
        isDisabled ? 'text-ink-off' : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon name={icon} size={14} />
    </button>
  );
}

/** Lists the first and last page and the current one with its neighbours. A gap of a single page is filled with that page. */
export function listPages(page: number, pages: number): (number | 'gap')[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const neighbours =
    page <= 2 ? [1, 2, 3] : page >= pages - 1 ? [pages - 2, pages - 1, pages] : [page - 1, page, page + 1];
  const visiblePages = [...new Set([1, ...neighbours, pages])].sort((a, b) => a - b);
  const result: (number | 'gap')[] = [];
  for (const number of visiblePages) {
    const previous = result.at(-1);
    if (typeof previous === 'number' && number - previous === 2) result.push(previous + 1);
    else if (typeof previous === 'number' && number - previous > 2) result.push('gap');
    result.push(number);
  }
  return result;
}
