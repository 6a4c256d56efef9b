import { type ReactNode, useRef } from 'react';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { Tooltip } from '#kit/buttons/tooltip.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { useEscape } from '#kit/layers/escape.ts';
import { Menu, type MenuEntry } from '#kit/layers/menu.tsx';

interface BulkActionBase {
  id: string;
  label: string;
  icon?: IconName | undefined;
  /** the number of selected rows that it applies to */
  count?: number | undefined;
  disabledReason?: string | false | undefined;
  busy?: boolean | undefined;
}

/** An action that runs on click, or one that opens a menu. */
export type BulkAction = BulkActionBase &
  ({ onSelect: () => void; menu?: undefined } | { menu: readonly MenuEntry[]; onSelect?: undefined });

interface BulkBarProps {
  'aria-label': string;
  /** 已选 3 条 */
  text: ReactNode;
  /** selects more rows than those of the page */
  offer?: { label: string; onSelect: () => void } | undefined;
  /** selects all rows of the page, where the head of the table has no room for that */
  onSelectPage?: (() => void) | undefined;
  actions: readonly BulkAction[];
  onClear: () => void;
  clearLabel: string;
}

/** The toolbar for selected rows. It belongs inside the `relative` column that ends with the pager. */
export function BulkBar({ text, offer, onSelectPage, actions, onClear, clearLabel, ...aria }: BulkBarProps) {
  const { selectAll } = useKitTexts();
  useEscape(true, onClear);
  const bar = useRef<HTMLDivElement>(null);

  /** Runs an offer, whose button disappears. */
  function accept(run: () => void): void {
    bar.current?.focus();
    run();
  }
  return (
    <div className="bulk-bar @container pointer-events-none absolute inset-x-4 bottom-14 z-(--z-bar) flex justify-center">
      <div
        {...aria}
        ref={bar}
        tabIndex={-1}
        role="toolbar"
        className="animate-fade-in pointer-events-auto max-w-full rounded-md py-1.5 bg-plate pr-1.5 pl-3.5 whitespace-nowrap text-on-plate shadow-3"
      >
        {/* cuts off the divider of a group that begins a row */}
        <div className={cx(GROUPS_CLASS, 'overflow-x-clip')}>
          <div className="flex items-center gap-0.5">
            <span role="status">{text}</span>
            {offer && (
              <button type="button" onClick={() => accept(offer.onSelect)} className={OFFER_CLASS}>
                {offer.label}
              </button>
            )}
            {onSelectPage && (
              <button
                type="button"
                onClick={() => accept(onSelectPage)}
                // as wide as the rows of the table that have two lines and no head
                className={cx(OFFER_CLASS, '@min-[528px]:hidden')}
              >
                {selectAll}
              </button>
            )}
          </div>
          {/* in a narrow bar, clearing stands beside the text and the actions below both */}
          <div className={cx(GROUPS_CLASS, DIVIDED_CLASS, 'min-w-0 @max-[528px]:contents @max-[528px]:before:hidden')}>
            <div className="flex min-w-0 flex-wrap items-center gap-0.5 @max-[528px]:order-2 @max-[528px]:-ml-2 @max-[528px]:basis-full">
              {actions.map((action) => (
                <BulkActionButton key={action.id} {...action} />
              ))}
            </div>
            <div className={cx(DIVIDED_CLASS, '@max-[528px]:order-1 @max-[528px]:ml-auto @max-[528px]:before:hidden')}>
              <button type="button" onClick={onClear} className={cx(ENTRY_CLASS, 'px-2 font-normal text-on-plate-2')}>
                {clearLabel}{' '}
                <span className="pointer-coarse:hidden">
                  <Kbd tone="plate">Esc</Kbd>
                </span>
              </button>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

const GROUPS_CLASS = 'flex flex-wrap items-center gap-x-3.25 gap-y-0.5';
/** A divider in the gap before a group. */
const DIVIDED_CLASS =
  'relative before:absolute before:inset-y-0 before:-left-1.75 before:my-auto before:h-4.5 before:w-px before:bg-plate-2';

const ENTRY_CLASS =
  'flex h-7 pointer-coarse:h-10 flex-none items-center gap-1.5 rounded-sm hover:bg-plate-2/60 focus-visible:outline-on-plate focus-visible:outline-offset-[-2px]';

const OFFER_CLASS = cx(ENTRY_CLASS, 'px-2 font-medium underline decoration-on-plate-2 underline-offset-3');

function BulkActionButton({ label, icon, count, disabledReason, busy, onSelect, menu }: BulkAction) {
  const isDisabled = Boolean(disabledReason || busy);
  const button = (
    <button
      type="button"
      aria-disabled={isDisabled || undefined}
      aria-busy={busy || undefined}
      onClick={() => {
        if (!isDisabled) onSelect?.();
      }}
      className={cx(ENTRY_CLASS, 'px-2 font-medium', disabledReason && 'text-on-plate-2 opacity-70')}
    >
      {(disabledReason || icon || busy) && (
        <Icon
          name={busy ? 'busy' : disabledReason ? 'lock' : (icon ?? 'lock')}
          size={14}
          className={cx('text-on-plate-2', busy && 'animate-spin motion-reduce:animate-none')}
        />
      )}
      {count === undefined || disabledReason ? label : `${label} ${count}`}
    </button>
  );
  if (disabledReason)
    return (
      <Tooltip text={disabledReason} placement="top" showOnPress>
        {button}
      </Tooltip>
    );
  return menu ? <Menu trigger={button} items={menu} gap={10} /> : button;
}
