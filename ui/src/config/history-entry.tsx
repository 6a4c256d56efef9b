import { useState } from 'react';
import { readPointer, same } from '#crud/merge.ts';
import { notify } from '#crud/notify.ts';
import { ChangeList } from '#crud/record/change-list.tsx';
import { type FieldChange, spreadChanges } from '#crud/record/field-changes.ts';
import { jumpTo } from '#crud/record/focus-field.ts';
import { Time } from '#crud/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icon.tsx';
import { useChangeText } from './change-text.ts';
import type { SettingsForm } from './use-settings-form.ts';
import type { SettingsChange } from './use-settings-history.ts';

interface Props {
  change: SettingsChange;
  form: SettingsForm;
  opened: boolean;
  onPutBack: () => void;
}

export function HistoryEntry({ change, form, opened, onPutBack }: Props) {
  const { t } = useTexts();
  const text = useChangeText();
  const [open, setOpen] = useState(opened);
  const changes = spreadChanges(change.changes);
  const { values } = form.state.context;
  const there = changes.every(({ pointer, before }) => same(readPointer(values, pointer), before));

  function putBack([first, ...rest]: readonly FieldChange[]): void {
    for (const { pointer, before } of [...rest, first].filter((one) => one !== undefined)) form.change(pointer, before);
    notify.info(t('config.putBackDone'));
    onPutBack();
    // the drawer that holds the focus has to be gone
    requestAnimationFrame(() => first && jumpTo(first.pointer));
  }

  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-10 w-full items-center gap-2 px-4 py-1.5 text-left hover:bg-hover"
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
        <span className="cut">{text(change)}</span>
        <span className="ml-auto flex-none text-xs text-ink-3">
          <Time iso={change.time} />
        </span>
      </button>
      {open && (
        <div className="px-4 pb-3 pl-10">
          <ChangeList schema="Settings" changes={changes} before={t('history.before')} after={t('history.after')} />
          <div className="mt-2 flex justify-end">
            <Button
              size="sm"
              icon="restore"
              refused={form.refused || (there && t('config.alreadyThere'))}
              onClick={() => putBack(changes)}
            >
              {t('config.putBack')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}
