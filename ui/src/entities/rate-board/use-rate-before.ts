import { enums, type Schemas } from '#api/facts.gen.ts';
import { useForm } from '#crud/record/form-context.ts';
import { useLazyValue } from '#fields/place/lazy-value.ts';
import { api } from '#session/session.ts';
import { type Before, beforeOf, textOf } from './rate.ts';

type Currency = Schemas['Currency'];

const isCurrency = (value: unknown): value is Currency => enums.Currency.some((code) => code === value);

/** The newest active rate of the pair that the form is about; null while it names none. */
export function useRateBefore(): Before | null {
  const { values, base: record } = useForm();
  const { base, quote } = values;
  const source = textOf(values.source)?.trim();
  const query = isCurrency(base) && isCurrency(quote) && source ? { base, quote, source } : null;
  const before = useLazyValue(
    query && JSON.stringify(query),
    async () => {
      if (!query) return null;
      const { data } = await api.GET('/api/v1/rate-board', {
        params: { query: { ...query, view: 'latest', status: 'active', pageSize: 10 } },
      });
      return beforeOf(data.items, record?.id);
    },
    250,
  );
  return before ?? null;
}
