import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { loadValidate } from '#api/validate.ts';
import { FormOf } from '#testing/form.tsx';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { Fields } from './protocol-fields.tsx';

it('cannot be saved with a half-typed date, not even where the date may be empty', async () => {
  const values = {
    code: 'AB-1',
    name: 'Through tickets',
    supplier: 'SNCF',
    type: 'distribution',
    validTo: '2026-12-24',
  };
  const onChange = vi.fn();
  const element = (
    <FormOf entity="protocol" schema="ProtocolWrite" values={values} onChange={onChange}>
      <Fields />
    </FormOf>
  );
  const { user } = await renderInConsole(element, { wrapper: queryClientWrapper });
  await user.click(screen.getAllByRole('spinbutton')[5] as HTMLElement);
  await user.keyboard('{Backspace}{Backspace}');
  const validate = await loadValidate('ProtocolWrite');
  expect(validate(onChange.mock.lastCall?.[0], 'en').map(({ pointer }) => pointer)).toContain('/validTo');
  expect(validate({ ...values, validTo: null }, 'en').map(({ pointer }) => pointer)).not.toContain('/validTo');
});
