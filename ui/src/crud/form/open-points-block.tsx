import type { ReactNode } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { ruleText } from '#api/texts.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { focusPointer } from './form-fields.tsx';
import { openPoints } from './open-points.ts';
import type { RecordForm } from './use-record-form.ts';

/** What the form still lacks to be saved and to be approved, and what is odd about it, each the way to its field. */
export function OpenPointsBlock({ form: { entity, state, changes, place, disabledReason } }: { form: RecordForm }) {
  const { t, language } = useTexts();
  const { base, values } = state.context;
  // the record as the server answered it, which says so itself
  const warnings = (base?.warnings ?? []) as Schemas['Warning'][];
  const { toSave, toApprove, odd } = openPoints({ kind: entity.key, schema: entity.schema, values, warnings, changes });
  if (disabledReason || toSave.length + toApprove.length + odd.length === 0) return null;
  const lines = (
    <dl className="flex flex-col gap-2 text-xs">
      <Line tone="bad" title={t('form.toSave')} pointers={toSave} />
      <Line tone="warn" title={t('form.toApprove')} pointers={toApprove} />
      {odd.length > 0 && (
        <Entry tone="warn" title={t('form.odd')}>
          {odd.map(({ pointer, rule }) => (
            <div key={pointer + rule}>
              <Jump pointer={pointer} /> {ruleText(rule, language)}
            </div>
          ))}
        </Entry>
      )}
    </dl>
  );
  if (place === 'page') return <Panel title={t('form.needed')}>{lines}</Panel>;
  return <section className="px-(--form-edge) py-3">{lines}</section>;
}

type Tone = 'bad' | 'warn';

function Line({ tone, title, pointers }: { tone: Tone; title: string; pointers: readonly string[] }) {
  const { t } = useTexts();
  if (pointers.length === 0) return null;
  return (
    <Entry tone={tone} title={title}>
      {pointers.map((pointer, index) => (
        <span key={pointer}>
          {index > 0 && t('common.separator')}
          <Jump pointer={pointer} />
        </span>
      ))}
    </Entry>
  );
}

const Entry = ({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5">
    <dt className="flex items-center gap-1.5 text-ink-3">
      <Dot tone={tone} />
      {title}
    </dt>
    <dd className="pl-3.5">{children}</dd>
  </div>
);

const Jump = ({ pointer }: { pointer: string }) => (
  <LinkButton onClick={() => focusPointer(pointer)}>{pointerText(pointer)}</LinkButton>
);
