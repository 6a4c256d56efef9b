import { bytesText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { Note } from '#kit/messages/note.tsx';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import { useSession } from '#session/use-session.ts';
import { ImportFileDrop } from './import-file-drop.tsx';

/** The progress of the upload, or a form to resume it after an interruption. */
export function UploadView({ importJob, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const isUploading = state.matches({ sending: 'uploading' });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-canvas">
      <div className="flex max-w-200 flex-col gap-3 px-page py-4">
        {isUploading ? (
          <UploadProgress importJob={importJob} state={state} />
        ) : (
          <InterruptedUpload importJob={importJob} state={state} send={send} />
        )}
        <div>
          <Button onClick={onDiscard}>{t('imports.upload.cancel')}</Button>
        </div>
      </div>
    </div>
  );
}

function UploadProgress({ importJob: { bytes }, state }: Pick<ImportProps, 'importJob' | 'state'>) {
  const { t } = useTexts();
  const { received, isReconnecting } = state.context;
  const percent = bytes > 0 ? Math.floor((received / bytes) * 100) : 0;
  return (
    <Panel title={t('imports.upload.title')} note={t('imports.upload.text')}>
      <ProgressBar value={received} max={bytes} aria-label={t('imports.upload.title')} />
      <p className="mt-1 flex text-xs text-ink-3">
        <span>{t('imports.bytesOf', { received: bytesText(received), bytes: bytesText(bytes) })}</span>
        <span className="ml-auto">{percent} %</span>
      </p>
      {isReconnecting && (
        <div className="mt-2">
          <Note tone="warn" live>
            {t('imports.upload.broken')}
          </Note>
        </div>
      )}
    </Panel>
  );
}

function InterruptedUpload({ importJob, state, send }: Pick<ImportProps, 'importJob' | 'state' | 'send'>) {
  const { t } = useTexts();
  const { filename, bytes, received, entity } = importJob;
  const { problem, file } = state.context;
  const sizes = { received: bytesText(received), bytes: bytesText(bytes) };
  const isOtherFile = state.matches({ sending: 'otherFile' });
  const { user } = useSession();
  if (user?.username !== importJob.createdBy) {
    return <Note tone="info">{t('imports.upload.others', { by: importJob.createdBy })}</Note>;
  }
  return (
    <>
      <Note
        tone="warn"
        live
        action={
          file && (
            <Button size="sm" onClick={() => send({ type: 'RETRY' })}>
              {t('imports.upload.goOn')}
            </Button>
          )
        }
      >
        <p className="font-medium">{t('imports.upload.interrupted', sizes)}</p>
        <p>{t('imports.upload.interruptedText', { filename })}</p>
        {problem && <p>{t('imports.upload.failedText', { problem: problem.message })}</p>}
      </Note>
      <ImportFileDrop
        error={isOtherFile ? t('imports.upload.other', { filename, bytes: sizes.bytes }) : undefined}
        onFile={(chosenFile) => send({ type: 'CHOOSE_FILE', entity, file: chosenFile })}
      />
    </>
  );
}
