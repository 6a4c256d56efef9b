import type { Validate } from '#api/validate.ts';
import { notify } from '#crud/notify.ts';
import type { Data } from '#crud/pointers.ts';
import { t } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import type { FormState } from './form-fields.tsx';
import { type FormTexts, useEditForm, useFormMachine, useInitialFocus } from './form-shell.tsx';
import type { RecordData } from './merge.ts';
import { collectionCalls } from './record-calls.ts';

/** What administrators edit in a form: users, roles, subscribers. */
export interface AdminResource {
  key: 'user' | 'role' | 'subscriber';
  /** Its tag in the contract, with which its permissions begin. */
  tag: 'user' | 'role' | 'data_subscriber';
  /** The path of its collection in the contract. */
  resource: string;
  /** The schema of what a person writes. */
  schema: 'UserBody' | 'RoleBody' | 'SubscriberBody';
  blank: Data;
  /** What a person writes of it. */
  toValues: (record: RecordData) => Data;
  savedText: (record: RecordData, isNew: boolean) => string;
}

interface Options {
  resource: AdminResource;
  /** Null for a new one. */
  id: number | null;
  validate: Validate;
  place: FormState['place'];
  /** Why this one cannot be changed, beside a missing permission. */
  refusal?: (record: RecordData | null) => string | false;
}

/** The form of a user, a role or a subscriber. */
export function useAdminForm({ resource, id, validate, place, refusal }: Options) {
  const { denialReason } = useSession();
  const { key, tag, schema, blank, toValues, savedText } = resource;
  const machine = useFormMachine({
    name: key,
    id,
    blank,
    toValues,
    staysOpenAfterSave: false,
    validate,
    calls: collectionCalls(resource, ({ status, record }) => void notify.success(savedText(record, status === 201))),
  });
  const { id: editedId, base } = machine.state.context;
  const disabledReason =
    denialReason(`${tag}:${editedId === null ? 'create' : 'update'}`) || (refusal?.(base) ?? false);
  const form = useEditForm(machine, { schema, place, disabledReason });
  useInitialFocus(form);
  return form;
}

/** What the shell says of it. */
export const adminTexts = ({ key }: AdminResource): FormTexts => ({
  one: t(`${key}.one`),
  failed: (problem) => t('people.loadFailed', { problem }),
  missing: { title: t(`${key}.missing`), text: t('people.missingText') },
  conflict: t(`${key}.conflict`),
});

export const ADMIN_ADDRESS_PARTS = ['id', 'panel'] as const;
