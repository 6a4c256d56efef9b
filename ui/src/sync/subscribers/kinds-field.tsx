import { type Entity, enums } from '#api/facts.gen.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { useField } from '#crud/form/form-fields.tsx';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { Field } from '#kit/fields/field.tsx';
import { groupKinds, inOrder } from './subscriber.ts';

const all = enums.Entity;

/** Which kinds a subscriber takes: one by one, a group of them, or all. */
export function KindsField() {
  const { t } = useTexts();
  const { value, set, error, lock, required } = useField('entities');
  // only this field writes it
  const chosen = (value ?? []) as Entity[];
  const choose = (kinds: readonly Entity[], on: boolean) => {
    const next = new Set(on ? [...chosen, ...kinds] : chosen.filter((kind) => !kinds.includes(kind)));
    set(inOrder([...next]));
  };
  const box = (kinds: readonly Entity[]) => {
    const count = kinds.filter((kind) => chosen.includes(kind)).length;
    return {
      checked: count === kinds.length,
      indeterminate: count > 0 && count < kinds.length,
      disabled: lock,
      onChange: () => choose(kinds, count < kinds.length),
    };
  };
  return (
    <Field
      group
      label={pointerText('/entities')}
      required={required}
      error={error}
      help={t('subscriber.kindsHelp')}
      aside={t('subscriber.kindsChosen', { count: chosen.length, all: all.length })}
    >
      <div
        data-pointer="/entities"
        className={cx('divide-y divide-line rounded-sm border px-3', error ? 'border-bad' : 'border-line-control')}
      >
        <div className="py-1.5">
          <Checkbox
            {...box(all)}
            aria-invalid={error ? true : undefined}
            label={<span className="font-medium">{t('common.all')}</span>}
          />
        </div>
        {groupKinds(all).map(({ group, kinds }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset within a fieldset cannot be a grid row everywhere
          <div
            key={group}
            role="group"
            aria-label={t(`subscriber.kindGroup.${group}`)}
            className="grid grid-cols-[72px_minmax(0,1fr)] py-1.5"
          >
            <span className="pt-1 text-xs text-ink-3">{t(`subscriber.kindGroup.${group}`)}</span>
            <span className="flex flex-wrap gap-x-5">
              {kinds.map((kind) => (
                <Checkbox
                  key={kind}
                  {...box([kind])}
                  label={
                    <span className="flex items-center gap-1.5">
                      <Icon name={entityIcon(kind)} className="text-ink-3" />
                      {t(`entity.${kind}.many`)}
                    </span>
                  }
                />
              ))}
            </span>
          </div>
        ))}
      </div>
    </Field>
  );
}
