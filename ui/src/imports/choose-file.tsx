import { useState } from 'react';
import { bytesText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { FileDrop } from '#kit/fields/file-drop.tsx';
import { mostBytes } from './import.ts';

interface Props {
  busy?: boolean;
  /** What stood against the last one. */
  error?: string | undefined;
  onFile: (file: File) => void;
}

const endings = ['.csv', '.tsv', '.txt', '.dat', '.xlsx', '.ndjson', '.jsonl', '.json', '.js', '.gz', '.zip'];

/** One file of a size that is taken; anything else says why not. */
export function ChooseFile({ busy = false, error, onFile }: Props) {
  const { t } = useTexts();
  const [refusal, refuse] = useState<string>();
  function take([file, ...more]: readonly File[]): void {
    if (!file) return;
    const why =
      more.length > 0
        ? t('imports.oneOnly')
        : file.size > mostBytes
          ? t('imports.tooLarge', { size: bytesText(file.size) })
          : undefined;
    refuse(why);
    if (why === undefined) onFile(file);
  }
  return (
    <FileDrop
      label={t('imports.drop')}
      over={t('imports.dropNow')}
      button={t('imports.choose')}
      hint={t('imports.hint')}
      error={refusal ?? error}
      busy={busy}
      accept={endings}
      onFiles={take}
    />
  );
}
