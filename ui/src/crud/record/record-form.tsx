import { useEffect } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import type { List } from '#crud/list/use-list.ts';
import { changedPointers } from '#crud/merge.ts';
import { nameOf } from '#crud/names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { Drawer } from '#kit/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { useHotkey } from '#kit/use-hotkey.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { focusFirst } from './focus-field.ts';
import { FormActions } from './form-actions.tsx';
import { FormContext } from './form-context.ts';
import { FormNotes } from './form-notes.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useOwnProposal } from './use-own-proposal.ts';
import { useRecordForm } from './use-record-form.ts';
import { useShownErrors } from './use-shown-errors.ts';

const width = 480;

/** A record being edited, or a new one, in the side panel. */
export function RecordForm({ entity, list, id }: { entity: EntityUi; list: List; id: number | null }) {
  const { t, language } = useTexts();
  const { state, send } = useRecordForm(entity, id);
  const { context } = state;
  const { set } = list;
  const { review, others, proposed, discard } = useOwnProposal(entity, id, state, send);
  const errors = useShownErrors(entity, context.values, context.errors);
  const saved = state.matches('saved') || state.matches('proposed') ? context.saved?.record.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves once, when the machine has ended
  useEffect(() => {
    if (saved !== undefined) set({ id: saved, panel: 'view' });
    if (state.matches('discarded')) set({ id: undefined, panel: undefined });
  }, [saved, state.status]);
  useHotkey('mod+s', () => send({ type: 'SAVE' }));

  const close = () => set(id === null ? { panel: undefined } : { panel: 'view' });
  const title = t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`);
  const dirty = state.hasTag('dirty') && state.status === 'active';
  const changes = dirty ? changedPointers(proposed ?? context.baseValues, context.values) : [];
  // what cannot be changed now does not look as if it could
  const held = state.matches('draftOffered') || state.matches('gone');
  const open = !held && !state.matches('loading') && !state.matches('failed');
  useEffect(() => {
    if (open) focusFirst();
  }, [open]);
  const base = context.base as { code: string; name: string; locales: never } | null;
  return (
    <Drawer
      open
      width={width}
      onClose={close}
      aria-label={title}
      title={
        <span className="flex items-center gap-2">
          {title}
          {base && <Code small>{base.code}</Code>}
          {base && <span className="cut text-ink-2">{nameOf(base, language)}</span>}
        </span>
      }
      footer={
        <FormActions
          state={state}
          send={send}
          errors={errors}
          changes={changes}
          proposes={review}
          onDiscard={discard}
        />
      }
    >
      {state.matches('loading') && <Loading />}
      {state.matches('failed') && (
        <ErrorState
          title={t('form.reloadFailed', { problem: context.problem?.message ?? '' })}
          onRetry={() => send({ type: 'RETRY' })}
          errorKey={context.problem?.key}
          traceId={context.problem?.traceId}
        />
      )}
      {!state.matches('loading') && !state.matches('failed') && (
        <FormContext
          value={{
            entity: entity.key,
            schema: entity.schema,
            language,
            values: context.values,
            errors,
            change: (pointer, value) => send({ type: 'CHANGE', pointer, value }),
          }}
        >
          <form
            data-record
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              send({ type: 'SAVE' });
            }}
          >
            <FormNotes state={state} send={send} others={others} own={proposed !== undefined} proposes={review} />
            <div inert={held} className={held ? 'opacity-55' : undefined}>
              <entity.Fields />
            </div>
            {/* Enter in a field submits; the visible button stands in the action bar */}
            <button type="submit" hidden tabIndex={-1} aria-hidden />
          </form>
        </FormContext>
      )}
      <ConflictDialog state={state} send={send} />
      <LeaveGuard dirty={changes.length > 0} one={t(`entity.${entity.key}.one`)} />
    </Drawer>
  );
}

const Loading = () => (
  <div className="grid grid-cols-2 gap-4 p-4">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Skeleton key={key} height={32} className="late" />
    ))}
  </div>
);
