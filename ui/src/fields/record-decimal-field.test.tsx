import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FormOf } from '#testing/form.tsx';
import { languages, renderInConsole } from '#testing/render.tsx';
import { RecordDecimalField } from './record-decimal-field.tsx';

type Form = Partial<Parameters<typeof FormOf>[0]>;

const buyRate = (form: Form = {}) => (
  <FormOf entity="rate_board" schema="RateWrite" {...form}>
    <RecordDecimalField name="buy" />
  </FormOf>
);

const field = () => screen.getByRole<HTMLInputElement>('textbox');

describe('a field for an exact decimal', () => {
  it.each([
    ['07.10', '7.1'],
    ['1,234.50', '1234.5'],
    ['１２．５', '12.5'],
    ['0.10000000000000000001', '0.10000000000000000001'],
  ])('shows the typed %s until blur and stores %s', async (typed, plain) => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(buyRate({ onChange }));
    await user.click(field());
    await user.paste(typed);
    expect(field().value).toBe(typed);
    expect(onChange).toHaveBeenLastCalledWith({ buy: plain });
    await user.tab();
    expect(field().value).toBe(plain);
  });

  it('keeps invalid text, so that validation reports it', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(buyRate({ onChange }));
    await user.type(field(), 'seven');
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith({ buy: 'seven' });
    expect(field().value).toBe('seven');
  });

  it('is null when it is cleared', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(buyRate({ values: { buy: '7.1' }, onChange }));
    await user.clear(field());
    expect(onChange).toHaveBeenLastCalledWith({ buy: null });
  });

  it.each(languages)('has a label in %s and shows the error at its pointer', async (language) => {
    const errors = [{ pointer: '/buy', rule: 'pattern' as const, message: 'Not a decimal' }];
    const { texts } = await renderInConsole(buyRate({ errors }), { language });
    expect(screen.getByRole('textbox', { name: texts.field.buy })).toBe(field());
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Not a decimal')).toBeDefined();
  });
});
