import type { Side } from '#crud/record-form.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { DiffText } from '#kit/diff-text.tsx';
import { Icon } from '#kit/icon.tsx';
import { Tag } from '#kit/tag.tsx';
import type { Sides } from './conflict-row.tsx';

/** One field that only one of the two changed: taken, and said so. */
export function MergedRow({ pointer, sides, taken }: { pointer: string; sides: Sides; taken: Side }) {
  const { t } = useTexts();
  const cell = (side: Side) =>
    side === taken ? (
      <span className="flex items-center gap-2">
        <span className="min-w-0 break-words">
          {sides[side].length > 0 ? <DiffText base={sides.base} value={sides[side]} /> : t('conflict.empty')}
        </span>
        <span className="ml-auto flex-none">
          <Tag>
            <Icon name="check" size={14} />
            {t(taken === 'mine' ? 'conflict.tookMine' : 'conflict.tookTheirs')}
          </Tag>
        </span>
      </span>
    ) : (
      <span className="text-ink-3">{t('conflict.unchanged')}</span>
    );
  return (
    <tr className="bg-canvas align-top text-ink-2 [&>td]:border-b [&>td]:border-line [&>td]:px-3 [&>td]:py-2.5">
      <td className="pl-5! font-medium">{pointerText(pointer)}</td>
      <td>{sides.base.length > 0 ? <DiffText base={sides.base} value={sides.base} /> : t('conflict.empty')}</td>
      <td>{cell('theirs')}</td>
      <td>{cell('mine')}</td>
    </tr>
  );
}
