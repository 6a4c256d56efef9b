import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type EntityKey, enums } from '#api/metadata.gen.ts';
import { download } from '#crud/export/download.ts';
import { useTexts } from '#i18n/i18n.ts';
import { importableEntities } from '#imports/actions/import-permissions.ts';
import { ImportHead } from '#imports/import-head.tsx';
import { useImport } from '#imports/use-import.ts';
import { usePresets } from '#imports/use-presets.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { ComboboxField } from '#kit/choice/combobox-field.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { useSession } from '#session/use-session.ts';
import { ImportFileDrop } from './import-file-drop.tsx';

/** The page that starts an import: the user chooses an entity, then a file. */
export function NewImportPage() {
  const { t } = useTexts();
  const { can } = useSession();
  const navigate = useNavigate();
  const { kind: entityParam } = useSearch({ from: '/_frame/imports_/new' });
  const { state, send } = useImport(null);
  const [isEntityMissing, setEntityMissing] = useState(false);
  const entities = importableEntities(can);
  const entity = entities.find((candidate) => candidate === entityParam);
  const { problem } = state.context;

  function chooseEntity(value: string | null): void {
    const chosenEntity = enums.Entity.find((candidate) => candidate === value);
    setEntityMissing(false);
    void navigate({ to: '/imports/new', search: chosenEntity ? { kind: chosenEntity } : {}, replace: true });
  }
  return (
    <section className="@container flex min-w-0 flex-1 flex-col">
      <ImportHead importJob={null} title={t('imports.startTitle')} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-canvas">
        <div className="grid gap-3 px-page py-4 @6xl:items-start @6xl:has-[>:nth-child(2)]:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            <ComboboxField
              label={t('imports.kind')}
              required
              className="w-80 max-w-full"
              value={entity ?? null}
              onChange={chooseEntity}
              clearable={false}
              options={entities.map((option) => ({ value: option, label: t(`entity.${option}.many`) }))}
              help={t('imports.kindHelp')}
              error={isEntityMissing ? t('imports.kindMissing') : undefined}
            />
            {entity && <TemplateLinks entity={entity} />}
            <ImportFileDrop
              busy={state.matches('creating')}
              error={problem ? (problem.fields[0]?.message ?? problem.message) : undefined}
              onFile={(file) => (entity ? send({ type: 'CHOOSE_FILE', entity, file }) : setEntityMissing(true))}
            />
          </div>
          {entity && <PresetsPanel entity={entity} />}
        </div>
      </div>
    </section>
  );
}

const TEMPLATE_FORMATS = ['csv', 'xlsx'] as const;

/** Downloads a file with the columns of an entity, to be filled in. */
function TemplateLinks({ entity }: { entity: EntityKey }) {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState(false);
  const many = t(`entity.${entity}.many`);

  async function downloadTemplate(format: (typeof TEMPLATE_FORMATS)[number]): Promise<void> {
    setBusy(true);
    try {
      await download(`/api/v1/import-template?${new URLSearchParams({ entity, format, language })}`);
    } catch {
      // the API client has already shown the error
    } finally {
      setBusy(false);
    }
  }
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3">
        {t('imports.template', { many })}
        {TEMPLATE_FORMATS.map((format) => (
          <LinkButton
            key={format}
            disabled={busy}
            aria-label={t('imports.templateOf', { many, format: t(`imports.templateFormat.${format}`) })}
            className="inline-flex items-center gap-1 pointer-coarse:my-0"
            onClick={() => void downloadTemplate(format)}
          >
            <Icon name="download" size={14} />
            {t(`imports.templateFormat.${format}`)}
          </LinkButton>
        ))}
      </p>
      <p className="text-xs text-ink-3">{t('imports.templateText')}</p>
    </div>
  );
}

/** Links to the public data sets that need no mapping. */
function PresetsPanel({ entity }: { entity: EntityKey }) {
  const { t, language } = useTexts();
  const presets = usePresets(entity);
  if (presets.length === 0) return null;
  return (
    <Panel flush title={t('imports.presets')} note={t('imports.presetsText')}>
      <ul className="py-1">
        {presets.map(({ key, label, source, licence }) => (
          <li
            key={key}
            className="grid min-h-8 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1 max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:border-line max-sm:py-3 max-sm:not-first:border-t"
          >
            <span className="min-w-0 truncate font-medium max-sm:col-span-2">{label[language]}</span>
            <a
              href={source}
              target="_blank"
              rel="noreferrer"
              className={`${linkClass} min-w-0 truncate text-xs font-normal max-sm:order-2 max-sm:text-end`}
            >
              {source.replace(/^https?:\/\//, '').replace(/\/$/, '')}
            </a>
            <span className="min-w-0 truncate text-end text-xs max-sm:order-1 max-sm:text-start text-ink-3">
              {t('imports.licence', { licence })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
