import type { ReactNode } from 'react';
import { copyText } from '#crud/text/copy-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { useSession } from '#session/use-session.ts';
import { type DeliveryDetail, prettyPrintJson, wasSent } from './delivery.ts';

/** Shows the sent request and the beginning of the response. */
export function DeliveryMessages({ detail }: { detail: DeliveryDetail }) {
  const { t } = useTexts();
  const { delivery, request, answer } = detail;
  const { can } = useSession();
  const { entity } = delivery;
  if (entity && !can('data_log:read') && !can(`${entity}:read`)) {
    const entityName = t(`entity.${entity}.many`);
    return <MessageSection title={t('delivery.request')}>{t('delivery.hidden', { kind: entityName })}</MessageSection>;
  }
  if (!wasSent(delivery)) return <MessageSection title={t('delivery.request')}>{t('delivery.notSent')}</MessageSection>;
  return (
    <>
      <MessageSection title={t('delivery.request')}>
        {request ? (
          <>
            <p className="mb-2 font-mono text-xs break-all">
              <b className="font-semibold">POST</b> {request.url}
            </p>
            <CopyableText title={t('delivery.headers')} copyLabel={t('common.copy')}>
              {Object.entries(request.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            </CopyableText>
            <CopyableText title={t('delivery.body')} copyLabel={t('delivery.copyBody')} copiedText={request.body}>
              {prettyPrintJson(request.body)}
            </CopyableText>
          </>
        ) : (
          <p className="text-ink-3">{t('delivery.noRequest')}</p>
        )}
      </MessageSection>
      <MessageSection title={t('delivery.answer')}>
        {answer ? (
          <CopyableText title={t('delivery.body')} copyLabel={t('delivery.copyAnswer')} copiedText={answer}>
            {prettyPrintJson(answer)}
          </CopyableText>
        ) : (
          <p className="text-ink-3">{delivery.status === null ? delivery.error : t('delivery.noBody')}</p>
        )}
      </MessageSection>
    </>
  );
}

const MessageSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <DrawerSection>
    <h2 className="mb-1.5 text-xs font-medium text-ink-3">{title}</h2>
    {children}
  </DrawerSection>
);

interface TextProps {
  title: string;
  copyLabel: string;
  /** The text to copy, if it differs from the shown text. */
  copiedText?: string;
  children: string;
}

function CopyableText({ title, copyLabel, copiedText, children }: TextProps) {
  return (
    <section className="not-last:mb-2 overflow-hidden rounded-sm border border-line bg-sunken">
      <header className="flex h-7 items-center pl-2.5 text-xs text-ink-3">
        <h3 className="mr-auto">{title}</h3>
        <IconButton icon="copy" aria-label={copyLabel} onClick={() => void copyText(copiedText ?? children, title)} />
      </header>
      <pre className="border-t border-line px-2.5 py-2 font-mono text-xs leading-4.5 break-all whitespace-pre-wrap">
        {children}
      </pre>
    </section>
  );
}
