import { Suspense, use, useEffect } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { loadValidate } from '#api/validate.ts';
import type { SubjectSpec } from '#crud/admin/subject.ts';
import { SubjectFrame, SubjectSkeleton } from '#crud/admin/subject-frame.tsx';
import type { AdminListState } from '#crud/admin/use-admin-list.ts';
import { useSaveKey, useSubjectForm } from '#crud/admin/use-subject-form.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { t, useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { Drawer } from '#kit/drawer.tsx';
import { FilterFields } from './filter-fields.tsx';
import { KindsField } from './kinds-field.tsx';
import type { Shown } from './subscriber.ts';
import { ActiveField, AddressFields } from './subscriber-fields.tsx';

const subject: SubjectSpec = {
  key: 'subscriber',
  tag: 'data_subscriber',
  resource: '/api/v1/subscribers',
  schema: 'SubscriberBody',
  blank: { entities: [], filter: {}, active: true },
  toValues: ({ name, url, entities, filter, active }) => ({ name, url, entities, filter: filter ?? {}, active }),
  told: ({ name }, isNew) => t(isNew ? 'subscriber.created' : 'subscriber.edited', { name: String(name) }),
};

interface Props {
  id: number | null;
  list: Pick<AdminListState, 'set'>;
  onCreated?: (shown: Shown) => void;
}

/** A subscriber being edited, or a new one, beside the list. */
export function SubscriberForm(props: Props) {
  const { t } = useTexts();
  const { id, list } = props;
  const onClose = () => void list.set(id === null ? { panel: undefined } : { panel: 'view' });
  const name = t(id === null ? 'subscriber.create' : 'subscriber.edit');
  return (
    <Suspense
      fallback={
        <Drawer open width={480} onClose={onClose} aria-label={name} title={name}>
          <SubjectSkeleton />
        </Drawer>
      }
    >
      <Open {...props} onClose={onClose} name={name} />
    </Suspense>
  );
}

function Open({ id, list, onCreated, onClose, name }: Props & { onClose: () => void; name: string }) {
  const form = useSubjectForm({ subject, id, place: 'panel', validate: use(loadValidate('SubscriberBody')) });
  useSaveKey(form.save);
  const { state } = form;
  const { base, saved } = state.context;
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves once, when the machine has ended
  useEffect(() => {
    if (state.matches('discarded')) void list.set({ id: undefined, panel: undefined });
    if (!state.matches('saved')) return;
    // onto its card before the dialog holds whoever would leave
    void list.set({ id: saved?.record.id, panel: 'view' }).then(() => {
      // the contract answers both to a creation
      const { record, secret, token } = saved?.data as Schemas['SubscriberCreatedAnswer']['data'];
      if (id === null) onCreated?.({ name: record.name, secret, token });
    });
  }, [state.status]);
  return (
    <Drawer
      open
      width={480}
      onClose={onClose}
      aria-label={name}
      title={
        <span className="flex items-center gap-2">
          {name}
          {base && <Code small>{String(base.name)}</Code>}
        </span>
      }
      footer={<FormActions form={form} />}
    >
      <SubjectFrame form={form} onSubmit={form.save}>
        <div className="flex flex-col gap-2 p-4">
          <AddressFields />
          <KindsField />
          <FilterFields />
          <ActiveField />
        </div>
      </SubjectFrame>
    </Drawer>
  );
}
