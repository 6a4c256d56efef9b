import { useState } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { useEscape } from '#kit/escape.ts';
import { TextInput } from '#kit/text-field.tsx';

interface Props {
  column: string;
  value: string;
  /** How many other rows have the same value and the same problem. */
  alike: number;
  busy: boolean;
  error: string | undefined;
  onSave: (value: string, alike: boolean) => void;
  onCancel: () => void;
}

/** A cell while it is corrected: Enter takes what is typed, Esc leaves it as it was. */
export function CellEditor({ column, value, alike, busy, error, onSave, onCancel }: Props) {
  const { t } = useTexts();
  const [typed, type] = useState(value);
  const [together, takeTogether] = useState(true);
  useEscape(true, onCancel);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSave(typed, alike > 0 && together);
      }}
    >
      <TextInput
        aria-label={t('imports.correct.value', { column })}
        value={typed}
        onChange={type}
        maxLength={10_000}
        autoComplete="off"
        // it stands where the button was that asked for it
        autoFocus
        clearable
      />
      {alike > 0 && (
        <Checkbox
          checked={together}
          onChange={takeTogether}
          label={t('imports.correct.alike', { count: alike, n: number(alike) })}
          className="items-start!"
        />
      )}
      {error && (
        <p role="alert" className="text-bad-ink">
          {error}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" variant="primary" type="submit" busy={busy}>
          {t('imports.correct.save')}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
