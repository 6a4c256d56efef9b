import type { ReactNode } from 'react';
import {
  type BodyName,
  type EntityKey,
  type Rule,
  requiredToApprove,
  requiredToSave,
  rules,
  type Schemas,
} from '#api/metadata.gen.ts';
import { isEmpty } from '#api/rules.ts';
import { ruleText } from '#api/texts.ts';
import type { Values } from '#crud/define-entity.ts';
import { FieldLink } from '#crud/form/form-actions.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Panel } from '#kit/display/panel.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import type { RecordForm } from './use-record-form.ts';

interface FormIssuesInput {
  entity: EntityKey;
  schema: BodyName;
  values: Values;
  /** The server's warnings about the saved record. */
  warnings: readonly Schemas['Warning'][];
  /** The pointers of unsaved changes, whose warnings may no longer apply. */
  changes: readonly string[];
  /** Whether a save needs what approval requires. */
  needsApprovalFields?: boolean | undefined;
}

// whitespace-only text is saved as empty
const trimText = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

// a field inside an object or a list is required only once the object is there, which its own control checks
const isNested = (name: string): boolean => name.includes('/');

/** Changing one of these fields may resolve a warning about the place. */
const PLACE_POINTERS = ['/country', '/city', '/latitude', '/longitude', '/timezone'];
const PLACE_RULES: readonly Rule[] = ['outsideCountry', 'timeZoneElsewhere'];

/** Finds the fields that still block saving, those that also block approval, and the warnings that still apply. */
export function findFormIssues({
  entity,
  schema,
  values,
  warnings,
  changes,
  needsApprovalFields = false,
}: FormIssuesInput) {
  const findMissing = (names: readonly string[]) =>
    names.filter((name) => !isNested(name) && isEmpty(trimText(values[name])));
  // of several fields one of which is needed, the one that the contract names stands for all
  const alternatives = (rules[schema] ?? []).filter(
    ({ rule, fields }) => rule === 'oneNeeded' && fields.every((name) => isEmpty(trimText(values[name]))),
  );
  const missing = findMissing([
    ...requiredToSave[schema],
    ...alternatives.map(({ at }) => at),
    ...(needsApprovalFields ? requiredToApprove[entity] : []),
  ]);
  const missingToSave = [...new Set(missing)];
  const missingForApproval = findMissing(requiredToApprove[entity]).filter((name) => !missingToSave.includes(name));
  const hasPlaceChanged = changes.some((change) => PLACE_POINTERS.includes(change));
  const isChanged = ({ pointer, rule }: Schemas['Warning']) =>
    (hasPlaceChanged && PLACE_RULES.includes(rule)) ||
    // the first digits of a UIC code are those of its country
    (rule === 'uicPrefix' && changes.includes('/country')) ||
    changes.some((change) => pointer === change || pointer.startsWith(`${change}/`));
  return {
    missingToSave: missingToSave.map((name) => `/${name}`),
    missingForApproval: missingForApproval.map((name) => `/${name}`),
    warnings: warnings.filter((warning) => !isChanged(warning)),
  };
}

/** Lists the fields that are missing to save or to approve the form, and its warnings; each entry focuses its field. */
export function FormIssuesBlock({
  form: { entity, state, changes, layout, disabledReason, openField, fields },
}: {
  form: RecordForm;
}) {
  const { t, language } = useTexts();
  const { record, values } = state.context;
  const { missingToSave, missingForApproval, warnings } = findFormIssues({
    entity: entity.key,
    schema: entity.schema,
    values,
    // the cast: by the contract, every record has this field
    warnings: (record?.warnings ?? []) as Schemas['Warning'][],
    changes,
    needsApprovalFields: fields.needsApprovalFields,
  });
  if (disabledReason || missingToSave.length + missingForApproval.length + warnings.length === 0) return null;
  const issueList = (
    <dl className="flex flex-col gap-2 text-xs">
      <MissingFields tone="bad" title={t('form.toSave')} pointers={missingToSave} openField={openField} />
      <MissingFields tone="warn" title={t('form.toApprove')} pointers={missingForApproval} openField={openField} />
      {warnings.length > 0 && (
        <IssueGroup tone="warn" title={t('form.odd')}>
          {warnings.map(({ pointer, rule }) => (
            <div key={pointer + rule}>
              <FieldLink pointer={pointer} openField={openField} /> {ruleText(rule, language)}
            </div>
          ))}
        </IssueGroup>
      )}
    </dl>
  );
  if (layout === 'page') return <Panel title={t('form.needed')}>{issueList}</Panel>;
  return <section className="px-(--form-edge) py-3">{issueList}</section>;
}

type Tone = 'bad' | 'warn';

interface MissingFieldsProps extends Pick<RecordForm, 'openField'> {
  tone: Tone;
  title: string;
  pointers: readonly string[];
}

function MissingFields({ tone, title, pointers, openField }: MissingFieldsProps) {
  const { t } = useTexts();
  if (pointers.length === 0) return null;
  return (
    <IssueGroup tone={tone} title={title}>
      {pointers.map((pointer, index) => (
        <span key={pointer}>
          {index > 0 && t('common.separator')}
          <FieldLink pointer={pointer} openField={openField} />
        </span>
      ))}
    </IssueGroup>
  );
}

const IssueGroup = ({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5">
    <dt className="flex items-center gap-1.5 text-ink-3">
      <Dot tone={tone} />
      {title}
    </dt>
    <dd className="pl-3.5">{children}</dd>
  </div>
);
