import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { enums } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ComboboxField } from '#kit/combobox-field.tsx';
import { useSession } from '#session/use-session.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportHead } from './import-head.tsx';
import { importable } from './may.ts';
import { PresetsPanel } from './presets-panel.tsx';
import { useImport } from './use-import.ts';

/** Where an import begins: of which kind, then its file. */
export function StartPage() {
  const { t } = useTexts();
  const { can } = useSession();
  const navigate = useNavigate();
  const { kind: asked } = useSearch({ from: '/_frame/imports_/new' });
  const { state, send } = useImport(null);
  const [missing, miss] = useState(false);
  const kinds = importable(can);
  const kind = kinds.find((one) => one === asked);
  const { problem } = state.context;

  function choose(value: string | null): void {
    const next = enums.Entity.find((one) => one === value);
    miss(false);
    void navigate({ to: '/imports/new', search: next ? { kind: next } : {}, replace: true });
  }
  return (
    <section className="@container flex min-w-0 flex-1 flex-col">
      <ImportHead found={null} title={t('imports.startTitle')} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-canvas">
        <div className="flex max-w-200 flex-col gap-3 px-6 py-4">
          <ComboboxField
            label={t('imports.kind')}
            required
            className="w-80 max-w-full"
            value={kind ?? null}
            onChange={choose}
            clearable={false}
            options={kinds.map((one) => ({ value: one, label: t(`entity.${one}.many`) }))}
            help={t('imports.kindHelp')}
            error={missing ? t('imports.kindMissing') : undefined}
          />
          <ChooseFile
            busy={state.matches('creating')}
            error={problem ? (problem.fields[0]?.message ?? problem.message) : undefined}
            onFile={(file) => (kind ? send({ type: 'CHOOSE', entity: kind, file }) : miss(true))}
          />
          {kind && <PresetsPanel kind={kind} />}
        </div>
      </div>
    </section>
  );
}
