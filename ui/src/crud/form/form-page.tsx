import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, use, useEffect, useRef, useState } from 'react';
import type { EntityUi, FormPath } from '#crud/define-entity.ts';
import { listLink } from '#crud/list/last-list.ts';
import { loadForm } from '#crud/load-form.ts';
import { DeleteRecord } from '#crud/record/delete-record.tsx';
import { NewerNote } from '#crud/record/newer-note.tsx';
import { RecordHistory } from '#crud/record/record-history.tsx';
import { useRecord } from '#crud/record/use-record.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { FormActions } from './form-actions.tsx';
import { FormFields, FormFrame, FormSkeleton } from './form-frame.tsx';
import type { FormSearch } from './form-search.ts';
import { NeededBlock } from './needed-block.tsx';
import { useOpenForm } from './open-form.ts';
import { PageHead } from './page-head.tsx';
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
  const form = useOpenForm({ entity, id, parts, place: 'page', surroundings });
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
              <NeededBlock form={form} />
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
