import type { ReactNode } from 'react';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { useSession } from '#session/use-session.ts';
import { type DeliveryFound, readable, wasSent } from './delivery.ts';

/** The request as it went out, and the beginning of the answer. */
export function DeliveryMessages({ found }: { found: DeliveryFound }) {
  const { t } = useTexts();
  const { delivery, request, answer } = found;
  const { can } = useSession();
  const { entity } = delivery;
  if (entity && !can('data_log:read') && !can(`${entity}:read`)) {
    const kind = t(`entity.${entity}.many`);
    return <Part title={t('delivery.request')}>{t('delivery.hidden', { kind })}</Part>;
  }
  if (!wasSent(delivery)) return <Part title={t('delivery.request')}>{t('delivery.notSent')}</Part>;
  return (
    <>
      <Part title={t('delivery.request')}>
        {request ? (
          <>
            <p className="mb-2 font-mono text-xs break-all">
              <b className="font-semibold">POST</b> {request.url}
            </p>
            <Text title={t('delivery.headers')} copy={t('common.copy')}>
              {Object.entries(request.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            </Text>
            <Text title={t('delivery.body')} copy={t('delivery.copyBody')} raw={request.body}>
              {readable(request.body)}
            </Text>
          </>
        ) : (
          <p className="text-ink-3">{t('delivery.noRequest')}</p>
        )}
      </Part>
      <Part title={t('delivery.answer')}>
        {answer ? (
          <Text title={t('delivery.body')} copy={t('delivery.copyAnswer')} raw={answer}>
            {readable(answer)}
          </Text>
        ) : (
          <p className="text-ink-3">{delivery.status === null ? delivery.error : t('delivery.noBody')}</p>
        )}
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <DrawerSection>
    <h2 className="mb-1.5 text-xs font-medium text-ink-3">{title}</h2>
    {children}
  </DrawerSection>
);

interface TextProps {
  title: string;
  copy: string;
  /** What is copied, where it is not what is shown. */
  raw?: string;
  children: string;
}

function Text({ title, copy, raw, children }: TextProps) {
  const { t } = useTexts();
  return (
    <section className="not-last:mb-2 overflow-hidden rounded-sm border border-line bg-sunken">
      <header className="flex h-7 items-center pl-2.5 text-xs text-ink-3">
        <h3 className="mr-auto">{title}</h3>
        <IconButton
          icon="copy"
          aria-label={copy}
          onClick={() =>
            void navigator.clipboard?.writeText(raw ?? children).then(() => notify.success(t('common.copied')))
          }
        />
      </header>
      <pre className="border-t border-line px-2.5 py-2 font-mono text-xs leading-4.5 break-all whitespace-pre-wrap">
        {children}
      </pre>
    </section>
  );
}
