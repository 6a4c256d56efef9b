import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';

export interface ChoosableColumn {
  id: string;
  label: string;
  visible: boolean;
  /** always shown, always first */
  locked?: boolean | undefined;
}

interface ColumnChooserProps {
  title: string;
  columns: readonly ChoosableColumn[];
  onChange: (columns: readonly ChoosableColumn[]) => void;
  onReset: () => void;
}

const rowHeight = 28;

/** The content of the popover to show, hide and order columns. */
export function ColumnChooser({ title, columns, onChange, onReset }: ColumnChooserProps) {
  const texts = useKitTexts();
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLUListElement>(null);

  function move(id: string, targetIndex: number) {
    const minIndex = columns.findLastIndex((column) => column.locked) + 1;
    const from = columns.findIndex((column) => column.id === id);
    const index = Math.max(minIndex, Math.min(targetIndex, columns.length - 1));
    if (index !== from) onChange(moveItem(columns, from, index));
  }

  function onKeyDown(event: KeyboardEvent, id: string, index: number) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(id, index + (event.key === 'ArrowUp' ? -1 : 1));
  }

  function onPointerMove(event: PointerEvent, id: string) {
    if (dragged !== id || !list.current) return;
    const { top } = list.current.getBoundingClientRect();
    move(id, Math.floor((event.clientY - top + list.current.scrollTop) / rowHeight));
  }

  return (
    <div className="p-1">
      <div className="flex h-7 items-center justify-between px-2 text-xs text-ink-3">
        {title}
        <LinkButton onClick={onReset}>{texts.reset}</LinkButton>
      </div>
      <ul ref={list} className="max-h-67 overflow-y-auto">
        {columns.map((column, index) => (
          <li
            key={column.id}
            className={cx(
              'flex h-7 items-center rounded-sm pl-2 hover:bg-active',
              dragged === column.id && 'bg-active',
              !column.visible && 'text-ink-3',
            )}
          >
            <Checkbox
              className="min-w-0 flex-1"
              checked={column.visible}
              disabled={column.locked}
              label={column.label}
              onChange={(visible) =>
                onChange(
                  columns.map((candidate) => (candidate.id === column.id ? { ...candidate, visible } : candidate)),
                )
              }
            />
            {column.locked ? (
              <span className="grid size-7 place-items-center text-ink-3">
                <Icon name="lock" size={14} label={texts.locked} />
              </span>
            ) : (
              <button
                type="button"
                aria-label={`${column.label}: ${texts.moveUp}, ${texts.moveDown}`}
                aria-keyshortcuts="ArrowUp ArrowDown"
                onKeyDown={(event) => onKeyDown(event, column.id, index)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged(column.id);
                }}
                onPointerMove={(event) => onPointerMove(event, column.id)}
                onLostPointerCapture={() => setDragged(undefined)}
                className="grid size-7 cursor-grab touch-none place-items-center rounded-sm text-ink-3 focus-visible:outline-offset-[-2px] active:cursor-grabbing"
              >
                <Icon name="drag" size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function moveItem<Item>(items: readonly Item[], from: number, targetIndex: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  if (item !== undefined) rest.splice(targetIndex, 0, item);
  return rest;
}
