import type { MouseEvent, ReactNode } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';

interface Props {
  from: 'place.byCoordinates' | 'place.byName';
  value: string;
  onAdopt: () => void;
}

/** A suggested value, which is applied only when the user clicks it. */
export function Offer({ from, value, onAdopt }: Props) {
  const { t } = useTexts();
  function adopt({ currentTarget }: MouseEvent): void {
    // the button disappears with the click, so the focus moves to its field
    const line = currentTarget.closest('[id$="-line"]');
    if (line) document.getElementById(line.id.replace(/-line$/, ''))?.focus();
    onAdopt();
  }
  return (
    <span className="min-w-0 text-ink-3">
      <span className="break-words text-ink-2">{t(from, { value })}</span>
      {' · '}
      <LinkButton
        onClick={adopt}
        className="-my-1 py-1 pointer-coarse:-my-3 pointer-coarse:py-3"
        aria-label={`${t('place.adopt')} ${value}`}
      >
        {t('place.adopt')}
      </LinkButton>
    </span>
  );
}

/** A field's error or warning: its warning together with the suggestion that would fix it. */
export const withOffer = (line: ReactNode, offer: ReactNode): ReactNode =>
  line && offer ? (
    <span className="flex min-w-0 flex-col">
      <span>{line}</span>
      {offer}
    </span>
  ) : (
    line
  );
