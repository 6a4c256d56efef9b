import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { Icon } from '#kit/icon.tsx';
import { type Act, lookOf } from './acts.ts';

const tones = { bad: 'text-bad-ink', warn: 'text-warn-ink' };

/** What was done: a mark and a word, toned where somebody should look. */
export function ActMark({ act }: { act: Act }) {
  const { t } = useTexts();
  const { icon, tone } = lookOf(act);
  return (
    <span className={cx('inline-flex max-w-full items-center gap-1.5 align-middle', tone && tones[tone])}>
      <Icon name={icon} size={14} className={tone ? undefined : 'text-ink-3'} />
      <span className="cut">{t(`logs.act.${act}`)}</span>
    </span>
  );
}
