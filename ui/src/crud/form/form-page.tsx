import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, use, useEffect, useRef, useState } from 'react';
import { enums } from '#api/facts.gen.ts';
import type { EntityUi, FormPath } from '#crud/define-entity.ts';
import { listLink } from '#crud/list/last-list.ts';
import { loadForm } from '#crud/load-form.ts';
import { titleOf } from '#crud/names.ts';
import { notify } from '#crud/notify.ts';
import { usePageSubject } from '#crud/page-subject.ts';
import { DeleteRecord } from '#crud/record/delete-record.tsx';
import { NewerNote } from '#crud/record/newer-note.tsx';
import { RecordHistory } from '#crud/record/record-history.tsx';
import { useRecord } from '#crud/record/use-record.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { CodeBadge } from '#kit/display/chip.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { useSession } from '#session/use-session.ts';
import { FormActions } from './form-actions.tsx';
import { FormFields, FormFrame, FormSkeleton } from './form-frame.tsx';
import type { FormPanelName, FormSearch } from './form-search.ts';
import { type OpenForm, useOpenForm } from './open-form.ts';
import { OpenPointsBlock } from './open-points-block.tsx';
import { PageProposal, PageSide } from './page-side.tsx';

const formRoutes = {
  '/airport/form': '/_frame/airport_/form',
  '/cabin/form': '/_frame/cabin_/form',
  '/eu-stations/form': '/_frame/eu-stations_/form',
  '/protocol/form': '/_frame/protocol_/form',
  '/train-station/form': '/_frame/train-station_/form',
} as const satisfies Record<FormPath, string>;

/** A kind's form on a page of its own; a new record stays on it once it is saved. */
export function FormPage({ entity }: { entity: EntityUi }) {
  const { place } = entity.form;
  if (typeof place !== 'object') throw new Error(`${entity.key} has no form of its own page`);
  const search = useSearch({ from: formRoutes[place.page] });
  const id = search.id ?? null;
  const created = useRef<number>(null);
  const [shown, show] = useState({ id, turn: 0 });
  // another record is another form, but for the one that this form has just made
  if (shown.id !== id) show({ id, turn: shown.turn + (id === created.current ? 0 : 1) });
  return (
    <Suspense fallback={<FormSkeleton page />}>
      <Page key={shown.turn} entity={entity} search={search} onCreated={(next) => (created.current = next)} />
    </Suspense>
  );
}

interface Props {
  entity: EntityUi;
  search: FormSearch;
  onCreated: (id: number) => void;
}

function Page({ entity, search, onCreated }: Props) {
  const { t } = useTexts();
  const id = search.id ?? null;
  const navigate = useNavigate();
  const parts = use(loadForm(entity));
  const surroundings = useRecord(entity, id, search.again);
  const { data } = surroundings;
  const form = useOpenForm({ entity, id, parts, place: 'page', recordContext: surroundings });
  const place = typeof entity.form.place === 'object' ? entity.form.place.page : entity.path;
  const at = (next: FormSearch) => void navigate({ to: place, search: next, replace: true, ignoreBlocker: true });
  const toList = (record: number | null) => navigate({ ...listLink(entity.path, record), ignoreBlocker: true });

  const made = form.state.context.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the record, not the address
  useEffect(() => {
    if (made === null || made === id) return;
    onCreated(made);
    at({ id: made });
  }, [made]);

  return (
    <>
      <section className="@container flex min-w-0 flex-1 flex-col">
        <PageHead form={form} onPanel={(panel) => id !== null && at({ id, panel })} />
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-canvas">
          <FormFrame
            form={form}
            className="grid gap-x-4 gap-y-3 px-6 py-4 @4xl:grid-cols-[minmax(0,1fr)_288px] @4xl:items-start"
          >
            <div className="flex min-w-0 flex-col gap-3">
              <FormFields form={form} />
            </div>
            <div className="flex min-w-0 flex-col gap-3">
              {surroundings.showNewer && <NewerNote onShow={surroundings.showNewer} />}
              {data && id !== null && <PageProposal entity={entity} data={data} />}
              <OpenPointsBlock form={form} />
              {parts.Aside && <parts.Aside />}
              {data && id !== null && (
                <PageSide form={form} data={data} onHistory={() => at({ id, panel: 'history' })} />
              )}
            </div>
          </FormFrame>
        </div>
        <footer className="flex min-h-14 flex-none items-center border-t border-line-strong bg-panel px-6 py-2 empty:hidden">
          <FormActions
            form={form}
            calm={t('form.calm')}
            more={form.changes.length === 0 && <Button onClick={() => void toList(id)}>{t('form.backToList')}</Button>}
          />
        </footer>
      </section>
      {id !== null && search.panel === 'history' && (
        <RecordHistory entity={entity} id={id} onClose={() => at({ id })} />
      )}
      {id !== null && data && (
        <DeleteRecord
          entity={entity}
          data={data}
          open={search.panel === 'delete'}
          onClose={() => at({ id })}
          onDeleted={() => toList(null)}
        />
      )}
    </>
  );
}

interface PageHeadProps {
  form: OpenForm;
  onPanel: (panel: FormPanelName) => void;
}

/** The record that the page is about, the way back, and what else can be done with it. */
function PageHead({ form: { entity, state }, onPanel }: PageHeadProps) {
  const { t, language } = useTexts();
  const { refuse } = useSession();
  const navigate = useNavigate();
  const { base, id } = state.context;
  const remove = `${entity.key}:delete`;
  const act = t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`);
  const title = base ? titleOf(entity.key, base, language) : act;
  const code = typeof base?.code === 'string' ? base.code : undefined;
  const status = enums.Status.find((one) => one === base?.status);
  usePageSubject(code ?? title);
  return (
    <header className="flex h-13 flex-none items-center gap-2 border-b border-line bg-panel px-6">
      <IconButton
        icon="chevron-left"
        size="md"
        className="-ml-2"
        aria-label={t('form.backToList')}
        onClick={() => void navigate(listLink(entity.path, id))}
      />
      {code && (
        <CodeBadge size="md" onCopy={() => notify.success(t('common.copied'))}>
          {code}
        </CodeBadge>
      )}
      <h1 className="cut ml-1 text-lg font-semibold">{title}</h1>
      {status && <StatusMark className="ml-1 flex-none" status={status} label={t(`status.${status}`)} />}
      {id !== null && (
        <div className="ml-auto flex flex-none gap-2">
          <Button icon="clock" onClick={() => onPanel('history')}>
            {t('history.title')}
          </Button>
          <Menu
            trigger={<Button icon="more" iconOnly aria-label={t('common.more')} />}
            items={[
              {
                id: 'delete',
                icon: 'trash',
                tone: 'bad',
                label: t(`entity.${entity.key}.delete`),
                refused: refuse(remove),
                onSelect: () => onPanel('delete'),
              },
            ]}
          />
        </div>
      )}
    </header>
  );
}
