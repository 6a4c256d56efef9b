import { Combobox, ComboboxInput, Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { recordLink } from '#crud/define-entity.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/icon.tsx';
import { Kbd } from '#kit/kbd.tsx';
import { ProgressLine } from '#kit/progress-line.tsx';
import { PaletteResults } from './palette-results.tsx';
import { type Hit, usePalette } from './use-palette.ts';
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
