import { useState } from 'react';
import { copyText } from '#crud/text/copy-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import java from './Verify.java?raw';
import node from './verify.mjs?raw';
import python from './verify.py?raw';
import shell from './verify.sh?raw';

const samples = [
  { value: 'shell', label: 'Shell', code: shell },
  { value: 'node', label: 'Node.js', code: node },
  { value: 'python', label: 'Python', code: python },
  { value: 'java', label: 'Java', code: java },
] as const;

/** Shows code that verifies the signature of a delivery, in one of several languages, and copies it. */
export function SampleCode() {
  const { t } = useTexts();
  const [language, setLanguage] = useState<(typeof samples)[number]['value']>('shell');
  const sample = samples.find(({ value }) => value === language) ?? samples[0];
  return (
    <div className="mt-2">
      <p className="mb-2 text-xs text-ink-2">{t('subscriber.sample.text')}</p>
      <div className="overflow-hidden rounded-sm border border-line bg-sunken contain-inline-size">
        <div className="flex items-center justify-between gap-2 border-b border-line p-1.5">
          <Segmented
            aria-label={t('subscriber.sample.language')}
            value={language}
            onChange={setLanguage}
            options={samples}
          />
          <IconButton
            icon="copy"
            aria-label={t('subscriber.sample.copy')}
            onClick={() => void copyText(sample.code, sample.label)}
          />
        </div>
        <section
          key={language}
          aria-label={sample.label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable so that the keyboard can scroll it
          tabIndex={0}
          className="max-h-72 overflow-auto -outline-offset-2"
        >
          <pre translate="no" className="w-max min-w-full px-2.5 py-2 font-mono text-xs leading-4.5">
            {sample.code}
          </pre>
        </section>
      </div>
    </div>
  );
}
