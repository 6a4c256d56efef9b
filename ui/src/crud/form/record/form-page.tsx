import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import { enums } from '#api/metadata.gen.ts';
import { recordInSet, useWorkingItem } from '#crud/change-set/set-items.ts';
import type { EntityUi, FormPath } from '#crud/define-entity.ts';
import { loadForm } from '#crud/form/definition/form-definition.ts';
import type { FormPanelName, FormSearch } from '#crud/form/definition/form-search.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FormFooter, FormHead, FormSkeleton } from '#crud/form/form-shell.tsx';
import { listLink } from '#crud/list/last-list.ts';
import { usePageSubject } from '#crud/page-subject.ts';
import { NewerNote } from '#crud/record/newer-note.tsx';
import { useRecord } from '#crud/record/use-record.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { useSession } from '#session/use-session.ts';
import { FormIssuesBlock } from './form-issues-block.tsx';
import { PageProposal, PageSide } from './page-side.tsx';
import { RecordFormFields, RecordFormFrame, RecordInHead } from './record-form-fields.tsx';
import { type RecordForm, useRecordForm } from './use-record-form.ts';

const RecordHistory = lazy(async () => ({
  default: (await import('#crud/record/history/record-history.tsx')).RecordHistory,
}));

const deleteCode = createLazyCode(async () => (await import('#crud/record/delete-record.tsx')).DeleteRecord);

const formRoutes = {
  '/airport/form': '/_frame/airport_/form',
  '/cabin/form': '/_frame/cabin_/form',
  '/eu-stations/form': '/_frame/eu-stations_/form',
  '/protocol/form': '/_frame/protocol_/form',
  '/train-station/form': '/_frame/train-station_/form',
} as const satisfies Record<FormPath, string>;

/** An entity's form on its own page, which stays open after a new record is saved. */
export function FormPage({ entity }: { entity: EntityUi }) {
  const { layout } = entity.form;
  if (typeof layout !== 'object') throw new Error(`${entity.key} has no form page`);
  const search = useSearch({ from: formRoutes[layout.page] });
  const id = search.id ?? null;
  const created = useRef<number>(null);
  const [opened, setOpened] = useState({ id, generation: 0 });
  // another record remounts the form, except for the record that this form has just created
  if (opened.id !== id) setOpened({ id, generation: opened.generation + (id === created.current ? 0 : 1) });
  return (
    <Suspense fallback={<FormSkeleton page />}>
      <Page key={opened.generation} entity={entity} search={search} onCreated={(next) => (created.current = next)} />
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
  const recordWithProposals = useRecord(entity, id, { fromProposal: search.fromProposal });
  const form = useRecordForm({ entity, id, parts, layout: 'page', field: search.field, recordWithProposals });
  // a deleted record that is saved as a new one has neither history nor proposals
  const data = form.state.context.id === id ? recordWithProposals.data : undefined;
  const path = typeof entity.form.layout === 'object' ? entity.form.layout.page : entity.path;
  const showAddress = (next: FormSearch) =>
    void navigate({ to: path, search: next, replace: true, ignoreBlocker: true });
  const isDeleting = search.panel === 'delete';
  const DeleteRecord = useLazyCode(deleteCode, isDeleting, () => showAddress(id === null ? {} : { id }));
  const toList = (shownId: number | null) => navigate({ ...listLink(entity.path, shownId), ignoreBlocker: true });

  const createdId = form.state.context.id;
  const isForDate = form.state.context.saveResult?.datedSet !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when a new record is saved for a date, before which it has no page
  useEffect(() => {
    if (isForDate && createdId === null) void toList(null);
  }, [isForDate]);
  const { set } = form.fields;
  const isCreatedInSet = form.savesToSet && createdId === null && form.state.context.saveResult !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when a change set holds a new record, which has no page before the release
  useEffect(() => {
    if (!set || !isCreatedInSet || form.changes.length > 0) return;
    void navigate({ to: '/change-sets/$id', params: { id: String(set.id) }, replace: true, ignoreBlocker: true });
  }, [isCreatedInSet, form.changes.length > 0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the record is created, not when the address changes
  useEffect(() => {
    if (createdId === null || createdId === id) return;
    onCreated(createdId);
    showAddress({ id: createdId });
  }, [createdId]);

  return (
    <>
      <section className="@container flex min-w-0 flex-1 flex-col">
        <PageHead form={form} onPanel={(panel) => id !== null && showAddress({ id, panel })} />
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-canvas">
          <RecordFormFrame
            form={form}
            className="grid gap-x-4 gap-y-3 px-page py-4 @4xl:grid-cols-[minmax(0,1fr)_288px] @4xl:items-start"
          >
            <div className="flex min-w-0 flex-col gap-3">
              <RecordFormFields form={form} />
            </div>
            <div className="flex min-w-0 flex-col gap-3">
              {recordWithProposals.showNewerVersion && <NewerNote onShow={recordWithProposals.showNewerVersion} />}
              {data && id !== null && <PageProposal entity={entity} data={data} />}
              <FormIssuesBlock form={form} />
              {parts.Aside && <parts.Aside />}
              {data && id !== null && (
                <PageSide form={form} data={data} onHistory={() => showAddress({ id, panel: 'history' })} />
              )}
            </div>
          </RecordFormFrame>
        </div>
        <FormFooter>
          <FormActions
            form={form}
            savedNote={t('form.calm')}
            extraButton={
              form.changes.length === 0 && <Button onClick={() => void toList(id)}>{t('form.backToList')}</Button>
            }
          />
        </FormFooter>
      </section>
      {id !== null && search.panel === 'history' && (
        <Suspense>
          <RecordHistory entity={entity} id={id} onClose={() => showAddress({ id })} />
        </Suspense>
      )}
      {DeleteRecord && id !== null && data && (
        <DeleteRecord
          entity={entity}
          data={data}
          open={isDeleting}
          onClose={() => showAddress({ id })}
          onDeleted={() => toList(null)}
        />
      )}
    </>
  );
}

interface PageHeadProps {
  form: RecordForm;
  onPanel: (panel: FormPanelName) => void;
}

/** The page header with the record's title and further actions. */
function PageHead({ form: { entity, state }, onPanel }: PageHeadProps) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const navigate = useNavigate();
  const { record, id } = state.context;
  const action = t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`);
  const title = record ? recordTitle(entity.key, record, language) : action;
  const code = typeof record?.code === 'string' ? record.code : undefined;
  const item = useWorkingItem(entity.key, id ?? 0);
  const status = enums.Status.find((name) => record && name === recordInSet(record, item).status);
  usePageSubject(code ?? title);
  return (
    <FormHead title={title} code={code} onBack={() => void navigate(listLink(entity.path, id))}>
      {status && <StatusMark className="flex-none sm:ml-1" status={status} label={t(`status.${status}`)} />}
      <RecordInHead entity={entity.key} id={id} />
      {id !== null && (
        <div className="ml-auto flex flex-none gap-2">
          <Button icon="history" onClick={() => onPanel('history')}>
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
                disabledReason: denialReason(`${entity.key}:delete`),
                onSelect: () => onPanel('delete'),
              },
            ]}
          />
        </div>
      )}
    </FormHead>
  );
}
