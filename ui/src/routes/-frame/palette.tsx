import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
} from '@headlessui/react';
import { useNavigate } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { recordLink } from '#crud/define-entity.ts';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { recordName, secondName } from '#crud/text/record-names.ts';
import { useLanguages, useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Note } from '#kit/messages/note.tsx';
import { ProgressLine } from '#kit/messages/progress-line.tsx';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { canOpenItem, homeItem, type MenuItem, menuGroups as menu } from './menu.ts';
import type { KeystrokeBuffer } from './use-keystroke-buffer.ts';

interface PaletteProps {
  onClose: () => void;
  keystrokes: KeystrokeBuffer;
}

/** A search over pages and records, which is reset when it closes. */
export function Palette({ open, ...props }: PaletteProps & { open: boolean }) {
  const { onClose } = props;
  const { t } = useTexts();
  return (
    <Dialog open={open} onClose={onClose} aria-label={t('common.search')} className="relative z-(--z-dialog)">
      <DialogBackdrop transition className="fade fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 px-4 pt-[12vh]">
        <DialogPanel
          transition
          className="fade mx-auto flex max-h-[70vh] w-full max-w-150 flex-col overflow-hidden rounded-lg bg-raised shadow-3"
        >
          <PaletteSearch {...props} />
        </DialogPanel>
      </div>
    </Dialog>
  );
}

function PaletteSearch({ onClose, keystrokes }: PaletteProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const palette = usePalette(text);
  const { groups, isUpToDate } = palette;
  const input = useRef<HTMLInputElement>(null);
  const retryButton = useRef<HTMLButtonElement>(null);
  const [isEnterPending, setIsEnterPending] = useState(false);

  function openHit(hit: PaletteHit): void {
    onClose();
    void navigate('page' in hit ? { to: hit.page.path } : recordLink(hit.record.entity, hit.record.id));
  }
  const openFirstHit = useEffectEvent(() => {
    const [first] = groups.flatMap(({ hits }) => hits);
    setIsEnterPending(false);
    if (first) openHit(first);
  });
  useEffect(() => {
    if (isEnterPending && isUpToDate) openFirstHit();
  }, [isEnterPending, isUpToDate]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (event.key === 'Enter' && !isUpToDate) {
      // the listed hits belong to an earlier text, so Enter waits for the results of this one
      event.preventDefault();
      setIsEnterPending(true);
    } else if (event.key === 'Tab') {
      // the combobox would choose an option on Tab
      event.preventDefault();
      retryButton.current?.focus();
    }
  }

  return (
    <Combobox<PaletteHit | null> value={null} onChange={(hit) => hit && openHit(hit)} immediate>
      <div className="relative flex h-12 flex-none items-center gap-2.5 border-b border-line px-4">
        <Icon name="search" className="text-ink-3" />
        <ComboboxInput
          ref={input}
          autoFocus
          aria-label={t('common.search')}
          placeholder={t('palette.placeholder')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onFocus={() => setText((text) => text + keystrokes.take())}
          onChange={(event) => {
            setText(event.target.value);
            setIsEnterPending(false);
          }}
          onKeyDown={onKeyDown}
          className="bare-input text-md"
        />
        <Kbd>Esc</Kbd>
        {!isUpToDate && <ProgressLine className="absolute inset-x-0 -bottom-px" />}
      </div>
      <PaletteResults
        {...palette}
        retryButton={retryButton}
        onRetry={() => {
          palette.reload();
          // the button disappears together with the error
          input.current?.focus();
        }}
      />
      <footer className="flex flex-none items-center gap-4 border-t border-line px-4 py-2 text-xs text-ink-3">
        <span className="flex items-center gap-1.5">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> {t('palette.move')}
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd>Enter</Kbd> {t('palette.open')}
        </span>
      </footer>
    </Combobox>
  );
}

type PaletteResultsProps = ReturnType<typeof usePalette> & {
  retryButton: RefObject<HTMLButtonElement | null>;
  onRetry: () => void;
};

function PaletteResults({ q, groups, isUpToDate, problem, retryButton, onRetry }: PaletteResultsProps) {
  const { t } = useTexts();
  const isEmpty = groups.every(({ hits }) => hits.length === 0);
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
              <LinkButton ref={retryButton} onClick={onRetry}>
                {t('common.retry')}
              </LinkButton>
            }
          >
            {problem.message}
          </Note>
        )}
        {isEmpty && isUpToDate && !problem && (
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

function Group({ title, hits }: { title: string; hits: readonly PaletteHit[] }) {
  const id = useId();
  if (hits.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups, but no fieldset
    <div role="group" aria-labelledby={id} className="pb-1">
      <div id={id} role="presentation" className="px-2 py-1 text-xs text-ink-3">
        {title}
      </div>
      {hits.map((hit) => (
        <ComboboxOption key={hitKey(hit)} value={hit} className="layer-item min-h-9 pointer-coarse:min-h-10">
          {'page' in hit ? <PageHit page={hit.page} /> : <RecordHit record={hit.record} />}
        </ComboboxOption>
      ))}
    </div>
  );
}

function PageHit({ page }: { page: MenuItem }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <Icon name={page.icon} className="text-ink-3" />
      <span className="min-w-0 truncate">{t(page.label)}</span>
    </>
  );
}

function RecordHit({ record }: { record: FoundRecord }): ReactNode {
  const { t, language } = useTexts();
  return (
    <>
      {record.code !== null && <Code>{record.code}</Code>}
      <span className="min-w-0 truncate font-medium">{recordName(record, language)}</span>
      <span className="min-w-0 truncate text-xs text-ink-3">{secondName(record, language)}</span>
      <span className="ml-auto flex-none pl-3 text-xs text-ink-3">{t(`entity.${record.entity}.one`)}</span>
      <StatusMark status={record.status} label={t(`status.${record.status}`)} className="w-18 flex-none text-xs" />
    </>
  );
}

type FoundRecord = Schemas['SearchAnswer']['data']['items'][number];
type PaletteHit = { page: MenuItem } | { record: FoundRecord };

const hitKey = (hit: PaletteHit): string => ('page' in hit ? hit.page.path : `${hit.record.entity} ${hit.record.id}`);

const DEBOUNCE_MS = 150;

/** Returns the pages that the user may open and whose title in any language contains the text. */
function useMatchingPages(q: string): MenuItem[] {
  const { t } = useTexts();
  const languages = useLanguages();
  const { can } = useSession();
  const openablePages = [homeItem, ...menu.flatMap(({ items }) => items)].filter((item) => canOpenItem(item, can));
  const titles = ({ label }: MenuItem) => languages.map((lng) => t(label, { lng }));
  return openablePages.filter((page) => titles(page).some((name) => name.toLowerCase().includes(q.toLowerCase())));
}

function usePalette(text: string) {
  const q = text.trim();
  const debouncedQuery = useDebouncedValue(q, DEBOUNCE_MS);
  const { data, problem, loading, reload } = useRead({
    ...readOnceOptions,
    queryKey: ['search', debouncedQuery],
    queryFn: async ({ signal }) => {
      if (debouncedQuery === '') return { q: debouncedQuery, items: [] };
      const response = await api.GET('/api/v1/search', { params: { query: { q: debouncedQuery } }, signal });
      return { q: debouncedQuery, items: response.data.items };
    },
  });
  const currentProblem = problem && !loading && debouncedQuery === q ? problem : undefined;
  const pages = { id: 'pages', hits: useMatchingPages(q).map((page): PaletteHit => ({ page })) } as const;
  // an empty field shows no results of the previous search
  const foundRecords = q === '' || currentProblem ? [] : (data?.items ?? []);
  const records = { id: 'records', hits: foundRecords.map((record): PaletteHit => ({ record })) } as const;
  // an exact match of a code comes first
  const groups = foundRecords[0]?.code === q.toUpperCase() ? [records, pages] : [pages, records];
  /** Whether the shown results belong to the typed text. */
  const isUpToDate = q === '' || currentProblem !== undefined || data?.q === q;
  return { q, groups, isUpToDate, problem: currentProblem, reload };
}
