import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { isLanguageTag, languageName } from '#i18n/language-name.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { TextField } from '#kit/text-field.tsx';

interface Props {
  open: boolean;
  taken: readonly string[];
  onClose: () => void;
  onAdd: (tag: string) => void;
}

/** Asks for the tag of one more language. */
export function AddLanguage({ open, taken, onClose, onAdd }: Props) {
  const { t, language } = useTexts();
  const [tag, setTag] = useState('');
  const [tried, setTried] = useState(false);
  const present = taken.some((one) => one.toLowerCase() === tag.toLowerCase());
  const valid = isLanguageTag(tag);
  const error = present ? t('record.languageTaken') : t('record.languageTagHelp');

  function close(): void {
    setTag('');
    setTried(false);
    onClose();
  }
  function add(): void {
    setTried(true);
    if (!valid || present) return;
    onAdd(Intl.getCanonicalLocales(tag)[0] ?? tag);
    close();
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('record.addLanguage')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={add}>
            {t('common.add')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('record.languageTag')}
        value={tag}
        onChange={setTag}
        mono
        autoFocus
        help={valid ? languageName(tag, language) : t('record.languageTagHelp')}
        error={tried && (!valid || present) ? error : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
    </Dialog>
  );
}
