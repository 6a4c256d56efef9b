import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { TextInput } from '#kit/fields/text-field.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';

/** A filter with a text input; several values are separated by commas or spaces. */
export function TextFilterEditor({ field, close }: { field: FilterField; close: () => void }) {
  const { t } = useTexts();
  const [text, setText] = useState(field.multiple ? field.values.join(', ') : (field.values[0] ?? ''));
  return (
    <form
      className="flex gap-2 p-2"
      onSubmit={(event) => {
        event.preventDefault();
        const values = field.multiple ? text.split(/[\s,，、;；]+/) : [text.trim()];
        field.onChange(values.filter((value) => value !== ''));
        close();
      }}
    >
      <TextInput
        aria-label={field.label}
        value={text}
        onChange={setText}
        upper={field.id === 'code'}
        mono={field.id === 'code'}
        placeholder={field.multiple ? t('list.severalHint') : undefined}
        clearable
        // the popover opens for typing
        autoFocus
      />
      <Button type="submit" variant="primary">
        {t('common.confirm')}
      </Button>
    </form>
  );
}
