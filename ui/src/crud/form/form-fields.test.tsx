import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
