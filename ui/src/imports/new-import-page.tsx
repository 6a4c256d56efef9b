import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Entity, enums } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { ComboboxField } from '#kit/choice/combobox-field.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { useSession } from '#session/use-session.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportHead } from './import-head.tsx';
import { importableKinds } from './import-permissions.ts';
import { useImport } from './use-import.ts';
import { usePresets } from './use-presets.ts';

/** Starts an import: first its kind, then its file. */
export function NewImportPage() {
  const { t } = useTexts();
  const { can } = useSession();
  const navigate = useNavigate();
  const { kind: kindParam } = useSearch({ from: '/_frame/imports_/new' });
  const { state, send } = useImport(null);
  const [isKindMissing, setKindMissing] = useState(false);
  const kinds = importableKinds(can);
  const kind = kinds.find((each) => each === kindParam);
  const { problem } = state.context;

  function choose(value: string | null): void {
    const next = enums.Entity.find((each) => each === value);
    setKindMissing(false);
    void navigate({ to: '/imports/new', search: next ? { kind: next } : {}, replace: true });
  }
  return (
    <section className="@container flex min-w-0 flex-1 flex-col">
      <ImportHead importJob={null} title={t('imports.startTitle')} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-canvas">
        <div className="grid gap-3 px-6 py-4 @6xl:items-start @6xl:has-[>:nth-child(2)]:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            <ComboboxField
              label={t('imports.kind')}
              required
              className="w-80 max-w-full"
              value={kind ?? null}
              onChange={choose}
              clearable={false}
              options={kinds.map((each) => ({ value: each, label: t(`entity.${each}.many`) }))}
              help={t('imports.kindHelp')}
              error={isKindMissing ? t('imports.kindMissing') : undefined}
            />
            <ChooseFile
              busy={state.matches('creating')}
              error={problem ? (problem.fields[0]?.message ?? problem.message) : undefined}
              onFile={(file) => (kind ? send({ type: 'CHOOSE', entity: kind, file }) : setKindMissing(true))}
            />
          </div>
          {kind && <PresetsPanel kind={kind} />}
        </div>
      </div>
    </section>
  );
}

/** Public data sets that need no mapping, with links to them. */
function PresetsPanel({ kind }: { kind: Entity }) {
  const { t, language } = useTexts();
  const presets = usePresets(kind);
  if (presets.length === 0) return null;
  return (
    <Panel flush title={t('imports.presets')} note={t('imports.presetsText')}>
      <ul className="py-1">
        {presets.map(({ key, label, source, licence }) => (
          <li
            key={key}
            className="grid min-h-8 grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)] items-center gap-4 px-4 py-1"
          >
            <span className="min-w-0 truncate font-medium">{label[language]}</span>
            <a
              href={source}
              target="_blank"
              rel="noreferrer"
              className={`${linkClass} min-w-0 truncate text-xs font-normal`}
            >
              {source.replace(/^https?:\/\//, '').replace(/\/$/, '')}
            </a>
            <span className="min-w-0 truncate text-end text-xs text-ink-3">{t('imports.licence', { licence })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
