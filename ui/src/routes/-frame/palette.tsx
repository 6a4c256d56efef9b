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
import { nameOf, secondName } from '#crud/names.ts';
import { readOnce } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
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
import type { TypedAhead } from './use-typed-ahead.ts';

interface Props {
  onClose: () => void;
  ahead: TypedAhead;
}

/** Search over pages and records; what was typed is gone when it closes. */
export function Palette({ open, ...props }: Props & { open: boolean }) {
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
          <Search {...props} />
        </DialogPanel>
      </div>
    </Dialog>
  );
}

function Search({ onClose, ahead }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const palette = usePalette(typed);
  const { groups, settled } = palette;
  const input = useRef<HTMLInputElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  const [entered, setEntered] = useState(false);

  function go(hit: Hit): void {
    onClose();
    void navigate('page' in hit ? { to: hit.page.path } : recordLink(hit.record.entity, hit.record.id));
  }
  const goFirst = useEffectEvent(() => {
    const [first] = groups.flatMap(({ hits }) => hits);
    setEntered(false);
    if (first) go(first);
  });
  useEffect(() => {
    if (entered && settled) goFirst();
  }, [entered, settled]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (event.key === 'Enter' && !settled) {
      // what is listed still answers the text before: wait for the answer to this one
      event.preventDefault();
      setEntered(true);
    } else if (event.key === 'Tab') {
      // the combobox would take it for a choice
      event.preventDefault();
      retry.current?.focus();
    }
  }

  return (
    <Combobox<Hit | null> value={null} onChange={(hit) => hit && go(hit)} immediate>
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
          value={typed}
          onFocus={() => setTyped((text) => text + ahead.take())}
          onChange={(event) => {
            setTyped(event.target.value);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          className="bare-input text-md"
        />
        <Kbd>Esc</Kbd>
        {!settled && <ProgressLine className="absolute inset-x-0 -bottom-px" />}
      </div>
      <PaletteResults
        {...palette}
        retry={retry}
        onRetry={() => {
          palette.reload();
          // the button goes with the error
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
  retry: RefObject<HTMLButtonElement | null>;
  onRetry: () => void;
};

function PaletteResults({ q, groups, settled, problem, retry, onRetry }: PaletteResultsProps) {
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
      <span className="min-w-0 truncate">{t(page.label)}</span>
    </>
  );
}

function Found({ record }: { record: FoundRecord }): ReactNode {
  const { t, language } = useTexts();
  return (
    <>
      {record.code !== null && <Code>{record.code}</Code>}
      <span className="min-w-0 truncate font-medium">{nameOf(record, language)}</span>
      <span className="min-w-0 truncate text-xs text-ink-3">{secondName(record, language)}</span>
      <span className="ml-auto flex-none pl-3 text-xs text-ink-3">{t(`entity.${record.entity}.one`)}</span>
      <StatusMark status={record.status} label={t(`status.${record.status}`)} className="w-18 flex-none text-xs" />
    </>
  );
}

type FoundRecord = Schemas['SearchAnswer']['data']['items'][number];
type Hit = { page: MenuItem } | { record: FoundRecord };

const hitKey = (hit: Hit): string => ('page' in hit ? hit.page.path : `${hit.record.entity} ${hit.record.id}`);

const PAUSE_MS = 150;

/** The pages that one may open, by their names in either language. */
function usePages(q: string): MenuItem[] {
  const { t } = useTexts();
  const languages = useLanguages();
  const { can } = useSession();
  const open = [homeItem, ...menu.flatMap(({ items }) => items)].filter((item) => canOpenItem(item, can));
  const names = ({ label }: MenuItem) => languages.map((lng) => t(label, { lng }));
  return open.filter((page) => names(page).some((name) => name.toLowerCase().includes(q.toLowerCase())));
}

function usePalette(typed: string) {
  const q = typed.trim();
  const debouncedQuery = useDebouncedValue(q, PAUSE_MS);
  const { data, problem, loading, reload } = useRead({
    ...readOnce,
    queryKey: ['search', debouncedQuery],
    queryFn: async ({ signal }) => {
      if (debouncedQuery === '') return { q: debouncedQuery, items: [] };
      const answer = await api.GET('/api/v1/search', { params: { query: { q: debouncedQuery } }, signal });
      return { q: debouncedQuery, items: answer.data.items };
    },
  });
  const failed = problem && !loading && debouncedQuery === q ? problem : undefined;
  const pages = { id: 'pages', hits: usePages(q).map((page): Hit => ({ page })) } as const;
  // an emptied field shows no remains of the search before
  const found = q === '' || failed ? [] : (data?.items ?? []);
  const records = { id: 'records', hits: found.map((record): Hit => ({ record })) } as const;
  // who types a whole code means that record
  const groups = found[0]?.code === q.toUpperCase() ? [records, pages] : [pages, records];
  /** What is shown answers what is typed. */
  const settled = q === '' || failed !== undefined || data?.q === q;
  return { q, groups, settled, problem: failed, reload };
}
