import { FieldLabel, focusPointer, useFormState } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import type { useSetting } from './use-setting.ts';

/** The classes of a setting's field: label and description at the left, the control at the right, or below on narrow screens. */
const row =
  'border-t border-line py-3 first:border-t-0 @xl:grid @xl:grid-cols-[minmax(0,1fr)_15rem] @xl:gap-x-8 @xl:gap-y-0.5 ' +
  '[&>:first-child]:min-h-5 [&>:first-child]:text-sm [&>:first-child]:font-medium [&>:first-child]:text-ink ' +
  '@xl:[&>:nth-child(2)]:col-start-2 @xl:[&>:nth-child(2)]:row-span-2 @xl:[&>:nth-child(2)]:row-start-1 @xl:[&>:nth-child(2)]:self-start';

type SettingState = ReturnType<typeof useSetting>;

/** Returns the props that the field of any setting has, whatever its type: label, help, errors and layout. */
export const settingFieldProps = ({ name, label, about, error, warning, defaultText, reset }: SettingState) => ({
  label: <FieldLabel pointer={`/${name}`} text={label} />,
  help: about,
  error,
  warning,
  aside: defaultText !== undefined && (
    <BackToDefault pointer={`/${name}`} label={label} defaultText={defaultText} onReset={reset} />
  ),
  className: row,
});

interface Props {
  pointer: string;
  label: string;
  /** the default value as text */
  defaultText: string;
  onReset: () => void;
}

/** Shows the default of a changed setting, with a button to restore it. */
export function BackToDefault({ pointer, label, defaultText, onReset }: Props) {
  const { t } = useTexts();
  const locked = useFormState((form) => form.isReadOnly);
  const value = defaultText || t('common.none');
  if (locked) return <span className="text-xs font-normal">{t('config.initial', { value })}</span>;
  function resetAndFocus(): void {
    onReset();
    // the button disappears with the difference, after which the focus would be nowhere
    requestAnimationFrame(() => focusPointer(pointer));
  }
  return (
    <LinkButton className="text-xs font-normal" onClick={resetAndFocus}>
      <span className="sr-only">{label} </span>
      {t('config.backToInitial', { value })}
    </LinkButton>
  );
}
