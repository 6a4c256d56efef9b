import { ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { type ReactNode, type RefObject, useId } from 'react';
import { nameOf, secondName } from '#crud/names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { Icon } from '#kit/icon.tsx';
import { LinkButton } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import type { MenuItem } from './menu.ts';
import { type FoundRecord, type Hit, hitKey, type usePalette } from './use-palette.ts';

type Props = ReturnType<typeof usePalette> & { retry: RefObject<HTMLButtonElement | null>; onRetry: () => void };

export function PaletteResults({ q, groups, settled, problem, retry, onRetry }: Props) {
  const { t } = useTexts();
  const nothing = groups.every(({ hits }) => hits.length === 0);
  return (
    <div className="max-h-77.5 min-h-72 flex-auto overflow-y-auto p-2">
      <ComboboxOptions static modal={false} className="outline-none">
        {groups.map(({ id, hits }) => (
          <Group key={id} title={t(`palette.${id}`)} hits={hits} />
        ))}
      </ComboboxOptions>
      <div role="status">
        {problem && (
          <Note
            tone="bad"
            action={
              <LinkButton ref={retry} onClick={onRetry}>
                {t('common.retry')}
              </LinkButton>
            }
          >
            {problem.message}
          </Note>
        )}
        {nothing && settled && !problem && (
          <div className="px-2 py-3">
            <p className="font-medium">{t('palette.empty', { q })}</p>
            <p className="text-xs text-ink-3">{t('palette.emptyText')}</p>
          </div>
        )}
        {q === '' && <p className="px-2 py-1.5 text-xs text-ink-3">{t('palette.hint')}</p>}
      </div>
    </div>
  );
}

function Group({ title, hits }: { title: string; hits: readonly Hit[] }) {
  const id = useId();
  if (hits.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups of options, never a fieldset
    <div role="group" aria-labelledby={id} className="pb-1">
      <div id={id} role="presentation" className="px-2 py-1 text-xs text-ink-3">
        {title}
      </div>
      {hits.map((hit) => (
        <ComboboxOption key={hitKey(hit)} value={hit} className="layer-item min-h-9">
          {'page' in hit ? <Page page={hit.page} /> : <Found record={hit.record} />}
        </ComboboxOption>
      ))}
    </div>
  );
}

function Page({ page }: { page: MenuItem }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <Icon name={page.icon} className="text-ink-3" />
      <span className="cut">{t(page.label)}</span>
    </>
  );
}

function Found({ record }: { record: FoundRecord }): ReactNode {
  const { t, language } = useTexts();
  return (
    <>
      {record.code !== null && <Code>{record.code}</Code>}
      <span className="cut font-medium">{nameOf(record, language)}</span>
      <span className="cut text-xs text-ink-3">{secondName(record, language)}</span>
      <span className="ml-auto flex-none pl-3 text-xs text-ink-3">{t(`entity.${record.entity}.one`)}</span>
      <StatusMark status={record.status} label={t(`status.${record.status}`)} className="w-18 flex-none text-xs" />
    </>
  );
}
