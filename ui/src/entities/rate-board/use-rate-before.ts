import { useMemo } from 'react';
import { enums, type Schemas } from '#api/facts.gen.ts';
import { useForm } from '#crud/record/form-context.ts';
import { useHint } from '#crud/use-read.ts';
import { api } from '#session/session.ts';
import { type Before, beforeOf, textOf } from './rate.ts';

type Currency = Schemas['Currency'];

const isCurrency = (value: unknown): value is Currency => enums.Currency.some((code) => code === value);

/** The active rate of the form's pair that was posted last before it; null while the form names no pair. */
export function useRateBefore(): Before | null {
  const { base, quote, quotedAt, ...values } = useForm().values;
  const source = textOf(values.source)?.trim();
  const query = isCurrency(base) && isCurrency(quote) && source ? { base, quote, source } : null;
  const rates = useHint(
    query && ['rates before', query],
    async () => {
      if (!query) return [];
      const { data } = await api.GET('/api/v1/rate-board', {
        params: { query: { ...query, view: 'all', status: 'active', sort: '-quotedAt', pageSize: 100 } },
      });
      return data.items;
    },
    250,
  );
  return useMemo(() => beforeOf(rates ?? [], quotedAt), [rates, quotedAt]);
}
