import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { FormOf } from '#testing/form.tsx';
import { renderInConsole } from '#testing/render.tsx';

it('explains a field by its definition in the contract', async () => {
  const { texts } = await renderInConsole(
    <QueryClientProvider client={new QueryClient()}>
      <FormOf entity="train_station" schema="TrainStationWrite">
        <RecordTextField name="telegraphCode" />
        <RecordTextField name="address" />
      </FormOf>
    </QueryClientProvider>,
  );
  const name = texts.form.aboutField.replace('{{field}}', texts.field.telegraphCode);
  const explanations = screen.getAllByRole('button').filter((button) => button.matches('[data-about]'));
  expect(explanations.map((button) => button.getAttribute('aria-label'))).toEqual([name]);
  await userEvent.click(screen.getByRole('button', { name }));
  const explanation = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(explanation.textContent).toMatch(/VNP/));
});
