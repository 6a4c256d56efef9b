import { bytesText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { Note } from '#kit/messages/note.tsx';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import { useSession } from '#session/use-session.ts';
import { ChooseFile } from './choose-file.tsx';
import type { ImportProps } from './use-import.ts';

/** The file on its way; or where it stopped, and how it goes on. */
export function Sending({ found, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const going = state.matches({ sending: 'uploading' });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-canvas">
      <div className="flex max-w-200 flex-col gap-3 px-6 py-4">
        {going ? <Going found={found} state={state} /> : <Interrupted found={found} state={state} send={send} />}
        <div>
          <Button onClick={onDiscard}>{t('imports.upload.cancel')}</Button>
        </div>
      </div>
    </div>
  );
}

function Going({ found: { bytes }, state }: Pick<ImportProps, 'found' | 'state'>) {
  const { t } = useTexts();
  const { received, broken } = state.context;
  const share = bytes > 0 ? Math.floor((received / bytes) * 100) : 0;
  return (
    <Panel title={t('imports.upload.title')} note={t('imports.upload.text')}>
      <ProgressBar value={received} max={bytes} aria-label={t('imports.upload.title')} />
      <p className="mt-1 flex text-xs text-ink-3">
        <span>{t('imports.bytesOf', { received: bytesText(received), bytes: bytesText(bytes) })}</span>
        <span className="ml-auto">{share} %</span>
      </p>
      {broken && (
        <div className="mt-2">
          <Note tone="warn" live>
            {t('imports.upload.broken')}
          </Note>
        </div>
      )}
    </Panel>
  );
}

function Interrupted({ found, state, send }: Pick<ImportProps, 'found' | 'state' | 'send'>) {
  const { t } = useTexts();
  const { filename, bytes, received, entity } = found;
  const { problem, file } = state.context;
  const sizes = { received: bytesText(received), bytes: bytesText(bytes) };
  const other = state.matches({ sending: 'otherFile' });
  const { user } = useSession();
  if (user?.username !== found.createdBy) {
    return <Note tone="info">{t('imports.upload.others', { by: found.createdBy })}</Note>;
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
      <ChooseFile
        error={other ? t('imports.upload.other', { filename, bytes: sizes.bytes }) : undefined}
        onFile={(chosen) => send({ type: 'CHOOSE', entity, file: chosen })}
      />
    </>
  );
}
