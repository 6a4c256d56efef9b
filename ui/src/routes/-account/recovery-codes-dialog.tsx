import { useState } from 'react';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { Dialog } from '#kit/dialog.tsx';

interface Props {
  codes: readonly string[];
  username: string;
  /** The person says that they are safe. */
  onKept: () => void;
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Recovery codes, shown once; it goes only when they are said to be kept. */
export function RecoveryCodesDialog({ codes, username, onKept }: Props) {
  const { t } = useTexts();
  const [kept, setKept] = useState(false);
  const text = `${[t('codes.head', { username }), '', ...codes].join('\n')}\n`;
  const copy = () => void navigator.clipboard?.writeText(text).then(() => notify.success(t('common.copied')));
  return (
    <Dialog
      open
      width={440}
      title={t('codes.title')}
      description={t('codes.text')}
      footer={
        <Button variant="primary" refused={!kept && t('codes.first')} onClick={onKept}>
          {t('codes.done')}
        </Button>
      }
      footnote={<Checkbox checked={kept} onChange={setKept} label={t('codes.kept')} />}
    >
      <ol
        aria-label={t('codes.label')}
        translate="no"
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-sm bg-sunken px-4 py-3 font-mono text-sm inset-ring inset-ring-line"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex gap-2">
        <Button size="sm" icon="copy" onClick={copy}>
          {t('codes.copyAll')}
        </Button>
        <Button size="sm" icon="download" onClick={() => save(text, t('codes.file'))}>
          {t('codes.download')}
        </Button>
      </div>
    </Dialog>
  );
}
