import { memo, Suspense, use } from 'react';
import { enums, type Schemas } from '#api/metadata.gen.ts';
import { loadValidate } from '#api/validate.ts';
import {
  ADMIN_IDENTITY_PARAMS,
  type AdminResource,
  adminTexts,
  useAdminForm,
} from '#crud/form/definition/admin-resource.ts';
import { useSaveShortcut } from '#crud/form/edit-form.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { FormBody, FormDrawer, FormFrame, FormSkeleton } from '#crud/form/form-shell.tsx';
import { useReturnToCard } from '#crud/form/record/use-return-to-card.ts';
import type { ListAddress } from '#crud/list/use-list.ts';
import { RecordReferencesField } from '#fields/record-reference-field.tsx';
import { t, useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/display/code.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { Field } from '#kit/fields/field.tsx';
import { SwitchField } from '#kit/fields/switch.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { EntitiesField } from './entities-field.tsx';
import type { NewCredentials } from './subscriber.ts';

const subscriberResource: AdminResource = {
  key: 'subscriber',
  tag: 'data_subscriber',
  resource: '/api/v1/subscribers',
  schema: 'SubscriberBody',
  blankValues: { entities: [], filter: {}, active: true },
  toValues: ({ name, url, entities, filter, active }) => ({ name, url, entities, filter: filter ?? {}, active }),
  savedText: ({ name }, isNew) => t(isNew ? 'subscriber.created' : 'subscriber.edited', { name: String(name) }),
};

interface Props {
  id: number | null;
  list: Pick<ListAddress, 'set'>;
  onCreated: (credentials: NewCredentials) => void;
}

/** Edits an existing or new subscriber next to the list. */
export function SubscriberForm(props: Props) {
  const { t } = useTexts();
  const { id, list } = props;
  const { close } = useReturnToCard(list, id);
  const name = t(id === null ? 'subscriber.create' : 'subscriber.edit');
  return (
    <Suspense
      fallback={
        <FormDrawer name={name} onClose={close}>
          <FormSkeleton />
        </FormDrawer>
      }
    >
      <LoadedForm {...props} name={name} />
    </Suspense>
  );
}

function LoadedForm({ id, list, onCreated, name }: Props & { name: string }) {
  const form = useAdminForm({
    resource: subscriberResource,
    id,
    layout: 'panel',
    validate: use(loadValidate('SubscriberBody')),
  });
  useSaveShortcut(form.save, 'panel');
  // the card opens first, because the dialog with the credentials blocks navigation
  const { close } = useReturnToCard(list, id, form, ({ status, data }) => {
    // a deleted subscriber that was saved as a new one has new credentials too
    if (status !== 201) return;
    // The cast: the response to a creation has the secret and the token.
    const { record, secret, token } = data as Schemas['SubscriberCreatedAnswer']['data'];
    onCreated({ name: record.name, secret, token });
  });
  const { record } = form.state.context;
  return (
    <FormDrawer
      name={name}
      onClose={close}
      title={
        <span className="flex items-center gap-2">
          {name}
          {record && <Code small>{String(record.name)}</Code>}
        </span>
      }
      footer={<FormActions form={form} />}
    >
      <FormFrame form={form} texts={adminTexts(subscriberResource)} identityParams={ADMIN_IDENTITY_PARAMS}>
        <FormBody form={form}>
          <SubscriberFields />
        </FormBody>
      </FormFrame>
    </FormDrawer>
  );
}

const SubscriberFields = memo(() => (
  <div className="flex flex-col gap-2 p-4">
    <AddressFields />
    <EntitiesField />
    <FilterFields />
    <ActiveField />
  </div>
));

type Status = Schemas['Status'];

/** Filters the records of a subscriber by status and country. */
function FilterFields() {
  const { t } = useTexts();
  return (
    <>
      <StatusesField />
      <RecordReferencesField name="filter/countries" omitsEmptyList help={t('subscriber.countriesHelp')} />
    </>
  );
}

function StatusesField() {
  const { t } = useTexts();
  const { value, set, error, lock } = useField('filter/statuses');
  // The cast: only this field writes the value.
  const selectedStatuses = (value ?? []) as Status[];
  const toggle = (status: Status, on: boolean) => {
    const nextStatuses = enums.Status.filter((value) => (value === status ? on : selectedStatuses.includes(value)));
    // The contract does not allow an empty list.
    set(nextStatuses.length === 0 ? undefined : nextStatuses);
  };
  return (
    <Field
      group
      label={<FieldLabel pointer="/filter/statuses" />}
      error={error}
      help={t('subscriber.statusesHelp')}
      aside={selectedStatuses.length === 0 && t('subscriber.noFilter')}
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-5">
        {enums.Status.map((status) => (
          <Checkbox
            key={status}
            checked={selectedStatuses.includes(status)}
            disabled={lock}
            onChange={(on) => toggle(status, on)}
            label={
              <span className="flex items-center gap-1.5">
                <Dot tone={status} />
                {t(`status.${status}`)}
              </span>
            }
          />
        ))}
      </div>
    </Field>
  );
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Edits the name and URL of a subscriber. */
function AddressFields() {
  const { t } = useTexts();
  const name = useField('name');
  const url = useField('url');
  return (
    <>
      <TextField
        name="name"
        mono
        label={<FieldLabel pointer="/name" />}
        required
        value={toText(name.value)}
        onChange={name.set}
        lock={name.lock}
        error={name.error}
        help={t('subscriber.nameHelp')}
        autoComplete="off"
      />
      <TextField
        name="url"
        type="url"
        mono
        label={<FieldLabel pointer="/url" />}
        value={toText(url.value)}
        onChange={url.set}
        lock={url.lock}
        error={url.error}
        help={t('subscriber.urlHelp')}
        autoComplete="off"
      />
    </>
  );
}

/** Switches deliveries to a subscriber on or off. */
function ActiveField() {
  const { t } = useTexts();
  const { value, set, lock, error } = useField('active');
  const on = value === true;
  return (
    <SwitchField
      label={<FieldLabel pointer="/active" />}
      checked={on}
      onChange={set}
      lock={lock}
      error={error}
      text={t(on ? 'subscriber.on' : 'subscriber.off')}
      help={t('subscriber.activeHelp')}
    />
  );
}
