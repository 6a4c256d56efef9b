import type { Validate } from '#api/validate.ts';
import { useEditForm, useInitialFocus } from '#crud/form/edit-form.ts';
import type { FormState } from '#crud/form/form-fields.tsx';
import type { FormTexts } from '#crud/form/form-shell.tsx';
import type { RecordData } from '#crud/form/state/form-context.ts';
import { useFormMachine } from '#crud/form/state/use-form-machine.ts';
import { notify } from '#crud/notify.ts';
import type { Data } from '#crud/pointers.ts';
import { t } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { collectionAdapter } from './form-adapters.ts';

/** A resource that administrators edit in a form: users, roles, subscribers. */
export interface AdminResource {
  key: 'user' | 'role' | 'subscriber';
  /** Its tag in the contract, which is the prefix of its permissions. */
  tag: 'user' | 'role' | 'data_subscriber';
  /** The path of its collection in the contract. */
  resource: string;
  /** The schema of its request body. */
  schema: 'UserBody' | 'RoleBody' | 'SubscriberBody';
  blankValues: Data;
  /** Returns its editable fields. */
  toValues: (record: RecordData) => Data;
  savedText: (record: RecordData, isNew: boolean) => string;
}

interface Options {
  resource: AdminResource;
  /** Null for a new record. */
  id: number | null;
  validate: Validate;
  layout: FormState['layout'];
  /** Returns why a record cannot be changed although the user has the permission. */
  readOnlyReason?: (record: RecordData | null) => string | false;
}

/** Returns the form of a user, a role or a subscriber. */
export function useAdminForm({ resource, id, validate, layout, readOnlyReason }: Options) {
  const { denialReason } = useSession();
  const { key, tag, schema, blankValues, toValues, savedText } = resource;
  const machine = useFormMachine({
    name: key,
    id,
    blankValues: blankValues,
    toValues,
    staysOpenAfterSave: false,
    validate,
    adapter: collectionAdapter(
      resource,
      ({ status, record }) => void notify.success(savedText(record, status === 201)),
    ),
  });
  const { id: editedId, record } = machine.state.context;
  const disabledReason =
    denialReason(`${tag}:${editedId === null ? 'create' : 'update'}`) || (readOnlyReason?.(record) ?? false);
  const form = useEditForm(machine, { schema, layout, disabledReason });
  useInitialFocus(form);
  return form;
}

/** Returns the form shell's texts for an admin resource. */
export const adminTexts = ({ key }: AdminResource): FormTexts => ({
  subject: t(`${key}.one`),
  loadFailed: (problem) => t('people.loadFailed', { problem }),
  notFound: { title: t(`${key}.missing`), text: t('people.missingText') },
  conflictTitle: t(`${key}.conflict`),
});

export const ADMIN_IDENTITY_PARAMS = ['id', 'panel'] as const;
