import type { Entity } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';
import { Panel } from '#kit/panel.tsx';
import { usePresets } from './use-presets.ts';

/** Public data sets that need no mapping, and where they are found. */
export function PresetsPanel({ kind }: { kind: Entity }) {
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
            <span className="cut font-medium">{label[language]}</span>
            <a href={source} target="_blank" rel="noreferrer" className={`${linkClass} cut text-xs font-normal`}>
              {source.replace(/^https?:\/\//, '').replace(/\/$/, '')}
            </a>
            <span className="cut text-end text-xs text-ink-3">{t('imports.licence', { licence })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
