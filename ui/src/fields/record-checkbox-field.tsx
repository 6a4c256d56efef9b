import { useId } from 'react';
import { useField } from '#crud/form/form-fields.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';

/** A checkbox field, aligned with the controls beside it. */
export function RecordCheckboxField({ name, className }: { name: string; className?: string }) {
  const id = useId();
  const { value, set, error, hint, lock } = useField(name);
  return (
    <div data-pointer={`/${name}`} className={cx('flex min-w-0 flex-col gap-1 pt-5', className)}>
      <div className="flex h-8 items-center">
        <Checkbox
          name={name}
          label={pointerLabel(`/${name}`)}
          checked={value === true}
          onChange={set}
          disabled={lock}
          aria-describedby={error || hint ? id : undefined}
        />
      </div>
      <div id={id} className={cx('flex min-h-4 items-start gap-1 text-xs', error ? 'text-bad-ink' : 'text-ink-3')}>
        {error && <Icon name="error" size={14} className="mt-px" />}
        {error ?? hint}
      </div>
    </div>
  );
}
