import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { SignatureSample } from './signature-sample.tsx';

const samples = [
  { label: 'Shell', command: 'sh verify.sh' },
  { label: 'Node.js', command: 'node verify.mjs' },
  { label: 'Python', command: 'python3 verify.py' },
  { label: 'Java', command: 'java Verify.java' },
];

describe('the sample that verifies a signature', () => {
  it.each(languages)('is opened, shown in each programming language, copied and closed in %s', async (language) => {
    const { user, texts } = await renderInConsole(<SignatureSample />, { language });
    const { title, copy, text } = texts.subscriber.sample;
    expect(screen.queryByRole('region')).toBeNull();
    await user.click(screen.getByRole('button', { name: title, expanded: false }));
    await screen.findByText(text);

    for (const { label, command } of samples) {
      await user.click(screen.getByRole('radio', { name: label }));
      const code = screen.getByRole('region', { name: label }).textContent;
      expect(code).toContain(command);
      await user.click(screen.getByRole('button', { name: copy }));
      expect(await navigator.clipboard.readText()).toBe(code);
    }

    await user.click(screen.getByRole('button', { name: title, expanded: true }));
    expect(screen.queryByRole('region')).toBeNull();
  });
});
