import { type RefObject, useId } from 'react';
import type { Side } from '#crud/record-form.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { DiffText } from '#kit/diff-text.tsx';

/** A value in words, or a list of them. */
type Parts = string | string[];

export interface Sides {
  base: Parts;
  theirs: Parts;
  mine: Parts;
}

interface Props {
  pointer: string;
  sides: Sides;
  choice: Side | undefined;
  firstRef: RefObject<HTMLInputElement | null> | undefined;
  onChoose: (side: Side) => void;
}

/** One field that both changed: a choice of two, none taken beforehand. */
export function ConflictRow({ pointer, sides, choice, firstRef, onChoose }: Props) {
  const { t } = useTexts();
  const group = useId();
  const label = pointerText(pointer);
  return (
    <tr className="[&>td]:border-b [&>td]:border-line [&>td]:px-3 [&>td]:py-2.5 align-top">
      <td className="pl-5! font-medium">{label}</td>
      <td className="text-ink-2">
        {sides.base.length > 0 ? <DiffText base={sides.base} value={sides.base} /> : t('conflict.empty')}
      </td>
      {(['theirs', 'mine'] as const).map((side) => (
        <td key={side}>
          <label
            className={cx(
              'flex cursor-default items-start gap-2 rounded-sm px-2.5 py-2 inset-ring has-focus-visible:outline-2 has-focus-visible:outline-focus',
              choice === side ? 'bg-selected inset-ring-accent' : 'inset-ring-line-control',
            )}
          >
            <input
              ref={side === 'theirs' ? firstRef : undefined}
              type="radio"
              name={group}
              checked={choice === side}
              onChange={() => onChoose(side)}
              aria-label={`${label}, ${t(side === 'theirs' ? 'conflict.theirs' : 'conflict.mine', { by: '' })}: ${[sides[side]].flat().join(t('common.separator')) || t('conflict.empty')}`}
              className="mt-0.5 flex-none accent-accent outline-none"
            />
            <span className="min-w-0 break-words">
              {sides[side].length > 0 ? <DiffText base={sides.base} value={sides[side]} /> : t('conflict.empty')}
            </span>
          </label>
        </td>
      ))}
    </tr>
  );
}
