import { useId, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';

const sampleCode = createLazyCode(async () => (await import('./samples/sample-code.tsx')).SampleCode);

/** Opens and closes the code that a receiver may verify signatures with. */
export function SignatureSample() {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const SampleCode = useLazyCode(sampleCode, isOpen, () => setOpen(false));
  const id = useId();
  return (
    <div className="mt-1">
      <LinkButton
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="inline-flex min-h-6 items-center gap-1 text-xs"
        onPointerEnter={() => void sampleCode.load()}
        onFocus={() => void sampleCode.load()}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevron-down" size={14} className={cx('transition-transform', !isOpen && '-rotate-90')} />
        {t('subscriber.sample.title')}
      </LinkButton>
      <div id={id}>{isOpen && SampleCode && <SampleCode />}</div>
    </div>
  );
}
