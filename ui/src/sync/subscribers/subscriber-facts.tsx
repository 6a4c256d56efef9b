import { Link } from '@tanstack/react-router';
import { routes } from '#api/facts.gen.ts';
import { Time } from '#crud/time.tsx';
import { pointerText, valueText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { DefinitionList } from '#kit/definition-list.tsx';
import { DrawerSection } from '#kit/drawer.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { useSession } from '#session/use-session.ts';
import type { Subscriber } from './subscriber.ts';

const termWidth = 112;

/** What of its kinds a subscriber takes, how far it is, since when it is there. */
export function SubscriberFacts({ subscriber }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { name, filter, backlog, lastSuccess, version } = subscriber;
  const part = (of: 'statuses' | 'countries') => ({
    term: pointerText(`/filter/${of}`),
    value: valueText('SubscriberBody', `/filter/${of}`, filter?.[of]) || (
      <span className="text-ink-3">{t('subscriber.noFilter')}</span>
    ),
  });
  return (
    <DrawerSection tight>
      <DefinitionList
        termWidth={termWidth}
        items={[
          part('statuses'),
          part('countries'),
          { term: pointerText('/backlog'), value: number(backlog) },
          {
            term: pointerText('/lastSuccess'),
            value: lastSuccess ? (
              <Time iso={lastSuccess} />
            ) : (
              <span className="text-ink-3">{t('subscriber.never')}</span>
            ),
          },
          {
            term: pointerText('/createTime'),
            value: <When iso={subscriber.createTime} by={subscriber.createdBy} />,
          },
          {
            term: pointerText('/updateTime'),
            value: <When iso={subscriber.updateTime} by={subscriber.updatedBy} />,
          },
          { term: pointerText('/version'), value: <span className="font-mono text-xs">v{version}</span> },
          {
            term: t('subscriber.log'),
            value: can('user_log:read') && (
              // the log's own route takes what it understands of it
              <Link to={routes.user_log} search={{ about: name }} className={linkClass}>
                {t('subscriber.logAbout')}
              </Link>
            ),
          },
        ]}
      />
    </DrawerSection>
  );
}

const When = ({ iso, by }: { iso: string; by: string }) => (
  <span>
    <Time iso={iso} /> <span className="text-ink-3">{by}</span>
  </span>
);
