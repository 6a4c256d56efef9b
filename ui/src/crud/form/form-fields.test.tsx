import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type EditForm, useInitialFocus } from './edit-form.ts';
import { focusFirstField } from './form-fields.tsx';

const renderForm = () =>
  render(
    <form data-record>
      <input aria-label="Code" readOnly />
      <input aria-label="Name" />
      <input aria-label="Symbol" />
    </form>,
  );

it('focuses the first editable control when a form opens', () => {
  renderForm();
  focusFirstField();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

it('leaves the focus in a control that the user has entered while the form opened', () => {
  renderForm();
  screen.getByLabelText('Symbol').focus();
  focusFirstField();
  expect(document.activeElement).toBe(screen.getByLabelText('Symbol'));
});

function OpenForm({ pointer }: { pointer?: string }) {
  // the cast: the hook reads nothing else of a form
  useInitialFocus({ isLoaded: true, isBlocked: false, disabledReason: false } as EditForm, pointer);
  return (
    <form data-record>
      <input aria-label="Name" />
      <div data-pointer="/symbol">
        <input aria-label="Symbol" />
      </div>
    </form>
  );
}

it('focuses the field of the address even if the address loses it before the form has opened', async () => {
  const { rerender } = render(<OpenForm pointer="/symbol" />);
  rerender(<OpenForm />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Symbol')));
});
