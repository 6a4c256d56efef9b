import type { Settings } from '#config/settings.ts';
import { entityByKey } from '#crud/entity.ts';
import type { Crud, EntityRecord } from '#crud/model.ts';
import { create, transition } from '#crud/write-record.ts';
import { Problem } from '#http/problem.ts';
import { schemaAt } from '#http/validators.ts';
import { publishedAt } from '#imports/presets/published-at.ts';
import type { Listening } from '#sync/push/listen-addresses.ts';
import { defineTask, TaskFailure, type TaskKind } from '#tasks/kinds.ts';
import { fetchText } from '../rates/fetch-text.ts';
import { type EuroRate, readRates } from '../rates/read-rates.ts';

const system = { id: null, username: 'system' };

export interface RateRefreshDeps {
  crud: Crud;
  settings: Settings;
  listening: Listening;
}

/** Writes down the rates that a central bank posts; those that are there already are left as they are. */
export const rateRefresh = ({ crud, settings, listening }: RateRefreshDeps): TaskKind =>
  defineTask({
    run: async ({ signal, progress }) => {
      const { rateSourceUrl } = await settings.current();
      const rates = readRates(await fetchText(rateSourceUrl, { listening, signal }));
      let created = 0;
      for (const [index, rate] of rates.entries()) {
        await progress(index, rates.length);
        if (await enter(crud, rate)) created++;
      }
      await progress(rates.length, rates.length);
      const [quotedOn = ''] = rates
        .map(({ day }) => day)
        .sort()
        .reverse();
      return { created, known: rates.length - created, quotedOn };
    },
  });

const isRate = schemaAt('/components/schemas/RateWrite');

/** Whether the rate was new. */
async function enter(crud: Crud, { day, currency, rate }: EuroRate): Promise<boolean> {
  const body = { base: 'EUR', quote: currency, source: 'ECB', quotedAt: publishedAt(day), unit: 1, middle: rate };
  if (!isRate(body))
    throw new TaskFailure('rateRefused', `The source answers a rate that is none here: ${currency} ${rate}`);
  const entity = entityByKey(crud, 'rate_board');
  const key = { base: body.base, quote: body.quote, source: body.source, quoted_at: new Date(body.quotedAt) };
  const there = await crud.db('rate_board').where(key).first('id', 'status', 'version', 'updated_by');
  // of what died half way nobody else has changed anything
  if (there?.updated_by === system.username) await putInForce(crud, there);
  if (there) return false;
  const saved = await create(crud, entity, body, system).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    // entered by somebody else at this very moment
    if (error.key === 'duplicateRecord') return undefined;
    throw new TaskFailure(
      'rateRefused',
      `The source answers a rate that is none here: ${currency} ${rate}, ${error.text('en')}`,
    );
  });
  if (saved) await putInForce(crud, saved.stored.record);
  return saved !== undefined;
}

/** Where rates need no second person they are in force at once. */
async function putInForce(
  crud: Crud,
  { id, version, status }: Pick<EntityRecord, 'id' | 'version' | 'status'>,
): Promise<void> {
  if ((await crud.review('rate_board')) !== 'none') return;
  const event = ({ pending: 'approve', approved: 'activate' } as const)[String(status)];
  if (!event) return;
  const { record } = await transition(crud, entityByKey(crud, 'rate_board'), id, version, { event }, system);
  await putInForce(crud, record);
}
