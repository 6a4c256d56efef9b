import { useState } from 'react';
import { bytesText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { MAX_FILE_BYTES } from '#imports/import.ts';
import { FileDrop } from '#kit/fields/file-drop.tsx';

interface Props {
  busy?: boolean;
  /** Why the last file was rejected. */
  error?: string | undefined;
  onFile: (file: File) => void;
}

const fileExtensions = ['.csv', '.tsv', '.txt', '.dat', '.xlsx', '.ndjson', '.jsonl', '.json', '.js', '.gz', '.zip'];

/** Lets the user choose one file and shows an error if there are several or the file is too large. */
export function ImportFileDrop({ busy = false, error, onFile }: Props) {
  const { t } = useTexts();
  const [rejectionReason, setRejectionReason] = useState<string>();
  function acceptFiles([file, ...otherFiles]: readonly File[]): void {
    if (!file) return;
    const reason =
      otherFiles.length > 0
        ? t('imports.oneOnly')
        : file.size > MAX_FILE_BYTES
          ? t('imports.tooLarge', { size: bytesText(file.size) })
          : undefined;
    setRejectionReason(reason);
    if (reason === undefined) onFile(file);
  }
  return (
    <FileDrop
      label={t('imports.drop')}
      dropLabel={t('imports.dropNow')}
      buttonLabel={t('imports.choose')}
      hint={t('imports.hint')}
      error={rejectionReason ?? error}
      busy={busy}
      accept={fileExtensions}
      onFiles={acceptFiles}
    />
  );
}
