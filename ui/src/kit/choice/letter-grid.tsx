import { type KeyboardEvent, useRef, useState } from 'react';
import { cx } from '#kit/cx.ts';
import { Field, type FieldFrame } from '#kit/fields/field.tsx';
import { useFieldControl } from '#kit/fields/field-context.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

interface LettersProps {
  values: readonly string[];
  onChange?: ((values: string[]) => void) | undefined;
}

export type LetterGridProps = FieldFrame & LettersProps;

/** A multiple choice of the letters A to Z in two rows: arrows move, and Space or the letter's key toggles. */
export function LetterGrid(props: LetterGridProps) {
  const { values, onChange } = props;
  const texts = useKitTexts();
  const count = (
    <span className="flex items-center gap-2">
      {props.aside}
      <span>{values.length} / 26</span>
      {onChange && values.length > 0 && (
        <button
          type="button"
          className="touch-padding -my-1 h-6 pointer-coarse:-my-3 pointer-coarse:h-12 text-accent-ink hover:underline"
          onClick={() => onChange([])}
        >
          {texts.clear}
        </button>
      )}
    </span>
  );
  return (
    <Field {...props} aside={count} group>
      <LetterButtons values={values} onChange={onChange} />
    </Field>
  );
}

/** The columns of the grid, which are 13 or, on touch screens, as many as fit. */
function countColumns(grid: HTMLElement | null): number {
  const buttons = [...(grid?.querySelectorAll<HTMLElement>('button') ?? [])];
  const secondRow = buttons.findIndex(({ offsetTop }) => offsetTop !== buttons[0]?.offsetTop);
  return secondRow < 0 ? 13 : secondRow;
}

function LetterButtons({ values, onChange }: LettersProps) {
  const { field } = useFieldControl();
  const grid = useRef<HTMLDivElement>(null);
  const [focusedLetter, setFocusedLetter] = useState<string>();
  const tabStop = focusedLetter ?? values[0] ?? 'A';

  function toggle(letter: string) {
    setFocusedLetter(letter);
    onChange?.(toggleLetter(values, letter));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = event.key.normalize('NFKC').toUpperCase();
    const isLetter = LETTERS.includes(typed);
    const next = isLetter ? typed : findLetterByKey(tabStop, event.key, countColumns(grid.current));
    if (next === undefined) return;
    event.preventDefault();
    // the page must not handle the letter as a shortcut
    event.stopPropagation();
    setFocusedLetter(next);
    if (isLetter) toggle(next);
    grid.current?.querySelector<HTMLElement>(`[data-letter="${next}"]`)?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the letters inside are the controls
    <div
      ref={grid}
      onKeyDown={onKeyDown}
      data-tone={field?.tone}
      className="control grid h-auto grid-cols-13 gap-0 pointer-coarse:grid-cols-[repeat(auto-fill,minmax(40px,1fr))] overflow-hidden p-px"
    >
      {LETTERS.map((letter) => {
        const chosen = values.includes(letter);
        return (
          <button
            key={letter}
            type="button"
            data-letter={letter}
            aria-pressed={chosen}
            aria-disabled={onChange ? undefined : true}
            aria-invalid={field?.tone === 'bad' || undefined}
            tabIndex={letter === tabStop ? 0 : -1}
            onFocus={() => setFocusedLetter(letter)}
            onClick={() => toggle(letter)}
            className={cx(
              'h-7 rounded-xs font-mono pointer-coarse:h-10 transition-colors duration-(--fast) focus-visible:outline-offset-[-2px]',
              chosen
                ? 'bg-accent font-semibold text-on-accent inset-ring inset-ring-panel focus-visible:outline-on-accent'
                : 'text-ink-2 hover:bg-active hover:text-ink',
            )}
          >
            {letter}
          </button>
        );
      })}
    </div>
  );
}

/** Returns the letter that a key moves to in a grid with this many columns, or undefined. */
export function findLetterByKey(from: string, key: string, columns: number): string | undefined {
  const index = LETTERS.indexOf(from);
  const rowStart = index - (index % columns);
  const targets: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: rowStart,
    End: Math.min(rowStart + columns, LETTERS.length) - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : LETTERS[target];
}

/** Adds or removes a letter; the result is in alphabetical order. */
export function toggleLetter(values: readonly string[], letter: string): string[] {
  const chosen = new Set(values);
  if (!chosen.delete(letter)) chosen.add(letter);
  return LETTERS.filter((candidate) => chosen.has(candidate));
}
