import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
} from '@headlessui/react';
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
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { rememberFocus } from '#kit/layers/remember-focus.ts';
import { Note } from '#kit/messages/note.tsx';
import { ProgressLine } from '#kit/messages/progress-line.tsx';
import type { KeystrokeBuffer } from './use-keystroke-buffer.ts';
import { type PaletteHit, usePalette } from './use-palette.ts';

rememberFocus();

interface PaletteProps {
  onClose: () => void;
  keystrokes: KeystrokeBuffer;
}

/** A search over pages, records, commands, users, subscribers and settings, which is reset when it closes. */
export function Palette({ open, ...props }: PaletteProps & { open: boolean }) {
  const { onClose } = props;
  const { t } = useTexts();
  // a palette that opens again while the previous one fades out must be a new one, because Headless UI keeps its elements
  const [openings, setOpenings] = useState(0);
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenings(openings + 1);
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-label={t('common.search')}
      data-closing={open ? undefined : ''}
      className="relative z-(--z-dialog)"
    >
      <DialogBackdrop transition className="fade fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 px-4 pt-[12vh]">
        <DialogPanel
          transition
          className="fade mx-auto flex max-h-[70vh] w-full max-w-150 flex-col overflow-hidden rounded-lg bg-raised shadow-3"
        >
          <PaletteSearch key={openings} {...props} />
        </DialogPanel>
      </div>
    </Dialog>
  );
}

function PaletteSearch({ onClose, keystrokes }: PaletteProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const palette = usePalette(text);
  const { groups, isUpToDate } = palette;
  const input = useRef<HTMLInputElement>(null);
  const retryButton = useRef<HTMLButtonElement>(null);
  const [isEnterPending, setIsEnterPending] = useState(false);

  function openHit(hit: PaletteHit): void {
    onClose();
    hit.open();
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
      <footer className="flex flex-none items-center pointer-coarse:hidden gap-4 border-t border-line px-4 py-2 text-xs text-ink-3">
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
        {groups.map(({ id, title, hits }) => (
          <Group key={id} title={title} hits={hits} />
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
        <ComboboxOption key={hit.key} value={hit} className="layer-item min-h-9 pointer-coarse:min-h-10">
          <Hit hit={hit} />
        </ComboboxOption>
      ))}
    </div>
  );
}

function Hit({ hit: { icon, code, name, secondName, entity, status } }: { hit: PaletteHit }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {icon && <Icon name={icon} className="text-ink-3" />}
      {code && <Code>{code}</Code>}
      {/* a second name that has no room beside the first stands below it */}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5 py-1">
        <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
        <span className="max-w-full truncate text-xs text-ink-3">{secondName}</span>
      </span>
      {entity && <span className="flex-none pl-3 text-xs text-ink-3">{t(`entity.${entity}.one`)}</span>}
      {status && <StatusMark status={status} label={t(`status.${status}`)} className="w-18 flex-none text-xs" />}
    </>
  );
}
