import { type EntityKey, enums } from '#api/metadata.gen.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { useField } from '#crud/form/form-fields.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { Field } from '#kit/fields/field.tsx';
import { groupEntities, sortByGroup } from './subscriber.ts';

const allEntities = enums.Entity;

/** Selects the entities of a subscriber: single ones, groups or all. */
export function EntitiesField() {
  const { t } = useTexts();
  const { value, set, error, lock, required } = useField('entities');
  // The cast: only this field writes the value.
  const selectedEntities = (value ?? []) as EntityKey[];
  const setSelected = (entities: readonly EntityKey[], on: boolean) => {
    const nextSelection = new Set(
      on ? [...selectedEntities, ...entities] : selectedEntities.filter((entity) => !entities.includes(entity)),
    );
    set(sortByGroup([...nextSelection]));
  };
  const checkboxProps = (entities: readonly EntityKey[]) => {
    const count = entities.filter((entity) => selectedEntities.includes(entity)).length;
    return {
      checked: count === entities.length,
      indeterminate: count > 0 && count < entities.length,
      disabled: lock,
      onChange: () => setSelected(entities, count < entities.length),
    };
  };
  return (
    <Field
      group
      label={pointerLabel('/entities')}
      required={required}
      error={error}
      help={t('subscriber.kindsHelp')}
      aside={t('subscriber.kindsChosen', { count: selectedEntities.length, all: allEntities.length })}
    >
      <div
        data-pointer="/entities"
        className={cx('divide-y divide-line rounded-sm border px-3', error ? 'border-bad' : 'border-line-control')}
      >
        <div className="py-1.5">
          <Checkbox
            {...checkboxProps(allEntities)}
            aria-invalid={error ? true : undefined}
            label={<span className="font-medium">{t('common.all')}</span>}
          />
        </div>
        {groupEntities(allEntities).map(({ group, entities }) => (
          // biome-ignore lint/a11y/useSemanticElements: not all browsers support a fieldset as a grid row
          <div
            key={group}
            role="group"
            aria-label={t(`subscriber.kindGroup.${group}`)}
            className="grid grid-cols-[72px_minmax(0,1fr)] py-1.5"
          >
            <span className="pt-1 text-xs text-ink-3">{t(`subscriber.kindGroup.${group}`)}</span>
            <span className="flex flex-wrap gap-x-5">
              {entities.map((entity) => (
                <Checkbox
                  key={entity}
                  {...checkboxProps([entity])}
                  label={
                    <span className="flex items-center gap-1.5">
                      <Icon name={entityIcon(entity)} className="text-ink-3" />
                      {t(`entity.${entity}.many`)}
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
