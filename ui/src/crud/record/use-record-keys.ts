import type { AnyRecord } from '#crud/define-entity.ts';
import type { List } from '#crud/list/use-list.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useHotkey } from '#kit/use-hotkey.ts';

interface Options {
  list: List;
  record: AnyRecord | undefined;
  /** Undefined for who may not. */
  onEdit: (() => void) | undefined;
}

/** E edits, H shows the history, C copies the code of the record that is open. */
export function useRecordKeys({ list, record, onEdit }: Options): void {
  const { t } = useTexts();
  useHotkey('e', () => record && onEdit?.());
  useHotkey('h', () => record && list.set({ panel: 'history' }));
  useHotkey('c', () => {
    if (!record?.code) return;
    void navigator.clipboard?.writeText(record.code);
    notify.success(t('common.copied'));
  });
}
