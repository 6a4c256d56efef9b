import { type Entity, enums } from '#api/facts.gen.ts';
import { iconOf } from '#crud/define-entity.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/icon.tsx';
import { inOrder } from './subscriber.ts';

/** Which kinds somebody takes, by their icons; in words on hover and to who listens. */
export function KindIcons({ kinds }: { kinds: readonly Entity[] }) {
  const { t } = useTexts();
  if (kinds.length === 0) return <span className="text-xs text-ink-3">{t('subscriber.noKind')}</span>;
  const names = inOrder(kinds).map((kind) => t(`entity.${kind}.many`));
  const all = kinds.length === enums.Entity.length;
  return (
    <span title={names.join(t('common.separator'))} className="flex items-center gap-1.5 text-ink-2">
      <span className="sr-only">{names.join(t('common.separator'))}</span>
      {all ? (
        <span aria-hidden className="text-xs">
          {t('subscriber.allKinds', { count: kinds.length })}
        </span>
      ) : (
        inOrder(kinds).map((kind) => <Icon key={kind} name={iconOf(kind)} />)
      )}
    </span>
  );
}
