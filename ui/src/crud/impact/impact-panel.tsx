import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { enums, type Schemas } from '#api/metadata.gen.ts';
import type { Problem } from '#api/problem.ts';
import { ruleText } from '#api/texts.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { useRead } from '#crud/read/use-read.ts';
import { withCode } from '#crud/text/record-names.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { Dot, type DotTone } from '#kit/display/status-mark.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { countsByKind, type Impact, summarizeImpact } from './impact-summary.ts';

interface Props {
  /** Identifies what is tried, in the version that is shown. */
  id: readonly unknown[];
  /** Tries it; undefined where it would be refused. */
  read: (signal: AbortSignal) => Promise<Impact | undefined>;
  /** Whether it is tried only when somebody asks for it. */
  onDemand?: boolean;
  /** Says why it could not be tried; by default the message of the problem. */
  problemText?: (problem: Problem) => string | undefined;
}

/** What a release or an approval would touch. */
export function ImpactPanel({ id, read, onDemand = false, problemText }: Props) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(!onDemand);
  const { data, problem, loading, reload } = useRead({
    queryKey: ['impact', ...id],
    // a query has no result without a value
    queryFn: async ({ signal }) => ({ impact: await read(signal) }),
    enabled: isOpen,
    retry: false,
    gcTime: 0,
  });
  const summary = data?.impact && summarizeImpact(data.impact, t);
  return (
    <Panel
      title={t('impact.title')}
      note={summary && (summary.length > 0 ? summary.join(' · ') : t('impact.none'))}
      aside={
        !isOpen && (
          <Button size="sm" onClick={() => setIsOpen(true)}>
            {t('impact.show')}
          </Button>
        )
      }
    >
      {!isOpen ? (
        <p className="text-xs text-ink-3">{t('impact.onDemand')}</p>
      ) : problem ? (
        <Note
          tone="bad"
          live
          action={
            <LinkButton disabled={loading} onClick={reload}>
              {t('common.retry')}
            </LinkButton>
          }
        >
          {t('impact.failed', { problem: problemText?.(problem) ?? problem.message })}
        </Note>
      ) : data && !data.impact ? (
        <p className="text-ink-3">{t('impact.refusedApproval')}</p>
      ) : (
        <div className="@container">
          {/* as high before the answer as with little in it, so that nothing moves below */}
          <div className="grid min-h-25 content-start gap-x-6 gap-y-4 @md:grid-cols-2 @3xl:min-h-18 @3xl:grid-cols-4">
            {data?.impact ? (
              <>
                <Referrers {...data.impact} />
                <Subscribers {...data.impact.subscribers} />
                <Warnings {...data.impact.warnings} />
                <ChangeSets {...data.impact.changeSets} />
              </>
            ) : (
              <Skeleton height={72} className="col-span-full animate-fade-in-delayed" />
            )}
          </div>
        </div>
      )}
    </Panel>
  );
}

interface GroupProps {
  title: string;
  count: number;
  /** Stands in place of the lines where there are none. */
  none: string;
  children: ReactNode;
}

const Group = ({ title, count, none, children }: GroupProps) => (
  <section className="min-w-0">
    <h3 className="mb-1 flex items-center gap-2 text-xs text-ink-2">
      {title}
      {count > 0 && <span className="font-mono text-2xs text-ink-3">{number(count)}</span>}
    </h3>
    {count === 0 ? <p className="text-xs text-ink-3">{none}</p> : children}
  </section>
);

interface LineProps {
  mark: ReactNode;
  label: ReactNode;
  /** All of the label, where it may be cut. */
  title?: string | undefined;
  value?: string | undefined;
}

const Line = ({ mark, label, title, value }: LineProps) => (
  <div className="flex min-h-6 items-center gap-2 text-sm">
    <span className="flex w-4 flex-none justify-center text-ink-3">{mark}</span>
    <span className="min-w-0 truncate" title={title}>
      {label}
    </span>
    {value && <span className="ml-auto flex-none font-mono text-xs text-ink-2">{value}</span>}
  </div>
);

const Foot = ({ children }: { children: ReactNode }) => <p className="mt-1 text-xs text-ink-3">{children}</p>;

function Referrers({ referrers, referenceVersions }: Pick<Impact, 'referrers' | 'referenceVersions'>) {
  const { t } = useTexts();
  return (
    <Group title={t('impact.referrers')} count={referrers.total} none={t('impact.noReferrers')}>
      {countsByKind(referrers, enums.Entity).map(([kind, count]) => (
        <Line
          key={kind}
          mark={<Icon name={entityIcon(kind)} size={14} />}
          label={t(`entity.${kind}.many`)}
          value={number(count)}
        />
      ))}
      <Foot>
        {referenceVersions.total > 0
          ? t('impact.versionsNote', { n: number(referenceVersions.total) })
          : t('impact.referrersNote')}
      </Foot>
    </Group>
  );
}

const DELIVERY_TONES = { enter: 'ok', update: 'info', leave: 'warn' } as const satisfies Record<string, DotTone>;

function Subscribers({ total, items, ...counts }: Impact['subscribers']) {
  const { t } = useTexts();
  const deliveries = (['enter', 'update', 'leave'] as const).filter((delivery) => counts[delivery] > 0);
  return (
    <Group title={t('impact.subscribers')} count={total} none={t('impact.noSubscribers')}>
      {deliveries.map((delivery) => {
        const names = items?.filter((each) => each[delivery] > 0).map(({ name }) => name);
        return (
          <Line
            key={delivery}
            mark={<Dot tone={DELIVERY_TONES[delivery]} />}
            label={
              <>
                {t(`impact.${delivery}`)}
                {names && (
                  <span className="ml-2 font-mono text-xs text-ink-2">{names.join(t('common.separator'))}</span>
                )}
              </>
            }
            title={names?.join(t('common.separator'))}
            value={number(counts[delivery])}
          />
        );
      })}
    </Group>
  );
}

const MAX_WARNINGS = 4;

function Warnings({ opened, closed }: Impact['warnings']) {
  const { t, language } = useTexts();
  const lines = (warnings: Schemas['ImpactWarnings'], tone: DotTone, name: string) =>
    warnings.items.slice(0, MAX_WARNINGS).map(({ entity, recordId, code, pointer, rule }) => {
      const text = `${name} · ${ruleText(rule, language)}`;
      return (
        <Line
          key={`${entity} ${recordId} ${code} ${pointer} ${rule}`}
          mark={<Dot tone={tone} />}
          label={text}
          title={text}
          value={code ?? undefined}
        />
      );
    });
  return (
    <Group title={t('impact.warnings')} count={opened.total + closed.total} none={t('impact.noWarnings')}>
      {lines(opened, 'warn', t('impact.opened'))}
      {lines(closed, 'ok', t('impact.closed'))}
    </Group>
  );
}

function ChangeSets({ total, items }: Impact['changeSets']) {
  const { t } = useTexts();
  const hidden = total - items.length;
  return (
    <Group title={t('impact.changeSets')} count={total} none={t('impact.noChangeSets')}>
      {items.map(({ id, title, status, records: [record] }) => {
        const fields = record?.changes.map(pointerLabel).join(t('common.separator'));
        return (
          <div key={id}>
            <Line
              mark={<Dot tone={status === 'submitted' ? 'pending' : 'info'} />}
              label={
                <Link to="/change-sets/$id" params={{ id: String(id) }} className={linkClass}>
                  <span className="font-mono text-xs">#{id}</span> <bdi>{title}</bdi>
                </Link>
              }
              title={title}
            />
            {record && (
              <p className="truncate pl-6 text-xs text-ink-3">
                {[withCode(record.code, record.name), fields].filter(Boolean).join(' · ')}
              </p>
            )}
          </div>
        );
      })}
      {hidden > 0 && <Foot>{t('impact.hiddenSets', { count: hidden, n: number(hidden) })}</Foot>}
    </Group>
  );
}
