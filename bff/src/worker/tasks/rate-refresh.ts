import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Settings } from '#config/settings.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, EntityRecord } from '#crud/model.ts';
import { createRecord, transitionRecord } from '#crud/write-record.ts';
import { Problem } from '#http/problem.ts';
import { validatorAt } from '#http/validators.ts';
import { publishedAt } from '#imports/presets/ecb-rates.ts';
import type { Actor } from '#record-log/append.ts';
import { AddressRefusedError } from '#sync/push/addresses.ts';
import { createHttpClient, type HttpClient, NoResponseError } from '#sync/push/http-client.ts';
import type { ReadListenAddresses } from '#sync/push/listen-addresses.ts';
import { defineTask, type TaskDefinition, TaskFailure } from '#tasks/kinds.ts';

const SYSTEM_ACTOR = { id: null, username: 'system' };

export interface RateRefreshDeps {
  crud: CrudContext;
  settings: Settings;
  readListenAddresses: ReadListenAddresses;
}

/** Defines the task that stores the rates of a central bank; existing ones are not changed. */
export function rateRefresh({ crud, settings, readListenAddresses }: RateRefreshDeps): TaskDefinition {
  const client = createHttpClient(readListenAddresses);
  return defineTask({
    run: async ({ id, signal, progress }) => {
      const actor = { ...SYSTEM_ACTOR, task: { id, kind: 'rateRefresh' as const } };
      const { rateSourceUrl } = await settings.current();
      const rates = readRates(await fetchText(client, rateSourceUrl, signal));
      let created = 0;
      for (const [index, rate] of rates.entries()) {
        await progress(index, rates.length);
        if (await writeRate(crud, rate, actor)) created++;
      }
      await progress(rates.length, rates.length);
      const [quotedOn = ''] = rates
        .map(({ day }) => day)
        .sort()
        .reverse();
      return { created, known: rates.length - created, quotedOn };
    },
  });
}

const isValidRateBody = validatorAt('/components/schemas/RateWrite');

/** Stores a rate; returns whether it was new. */
async function writeRate(crud: CrudContext, { day, currency, rate }: EuroRate, actor: Actor): Promise<boolean> {
  const body = { base: 'EUR', quote: currency, source: 'ECB', quotedAt: publishedAt(day), unit: 1, middle: rate };
  if (!isValidRateBody(body))
    throw new TaskFailure('rateRefused', `The source returned a rate that cannot be stored: ${currency} ${rate}`);
  const entity = entityByKey(crud, 'rate_board');
  const key = { base: body.base, quote: body.quote, source: body.source, quoted_at: new Date(body.quotedAt) };
  const existing = await crud.db('rate_board').where(key).first('id', 'status', 'version', 'updated_by');
  // an earlier run may have crashed before activating the rate
  if (existing?.updated_by === SYSTEM_ACTOR.username) await activate(crud, existing, actor);
  if (existing) return false;
  const saved = await createRecord(crud, entity, body, actor).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    // somebody else has just entered the same rate
    if (error.key === 'duplicateRecord') return undefined;
    throw new TaskFailure(
      'rateRefused',
      `The source returned a rate that cannot be stored: ${currency} ${rate}, ${error.text('en')}`,
    );
  });
  if (saved) await activate(crud, saved.stored.record, actor);
  return saved !== undefined;
}

/** Activates a rate at once if its entity does not require approval by a second person. */
async function activate(
  crud: CrudContext,
  { id, version, status }: Pick<EntityRecord, 'id' | 'version' | 'status'>,
  actor: Actor,
): Promise<void> {
  if ((await crud.reviewSetting('rate_board')) !== 'none') return;
  const event = ({ pending: 'approve', approved: 'activate' } as const)[String(status)];
  if (!event) return;
  const { record } = await transitionRecord(crud, entityByKey(crud, 'rate_board'), id, version, { event }, actor);
  await activate(crud, record, actor);
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 2 ** 20;

/** Fetches a text. @throws TaskFailure with the reason */
async function fetchText(client: HttpClient, address: string, signal: AbortSignal): Promise<string> {
  const headers = { Accept: 'application/xml, text/xml', Connection: 'close' };
  const request = { method: 'GET' as const, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal };
  const response = await client.request(address, request).catch((error: unknown) => {
    signal.throwIfAborted();
    throw toFailure(error);
  });
  signal.throwIfAborted();
  if (response.status !== 200) throw new TaskFailure('sourceAnswer', `The source responded with ${response.status}.`);
  if (response.failure) throw toFailure(response.failure);
  if (response.isTruncated)
    throw new TaskFailure('sourceTooLarge', `The source returned more than ${MAX_BYTES} bytes.`);
  return response.body.toString('utf8');
}

function toFailure(error: unknown): TaskFailure {
  if (error instanceof AddressRefusedError)
    return new TaskFailure('sourceRefused', 'Rates must not be fetched from the address of the source.');
  if (error instanceof NoResponseError && error.isTimeout)
    return new TaskFailure('sourceTimeout', `The source has not answered within ${TIMEOUT_MS / 1000} s.`);
  const reason = error instanceof Error ? error.message : String(error);
  return new TaskFailure('sourceUnreachable', `The source cannot be reached: ${reason}`);
}

/** A reference rate against the euro. */
export interface EuroRate {
  /** `YYYY-MM-DD` */
  day: string;
  currency: string;
  /** The value of one euro, as written in the source. */
  rate: string;
}

interface Cube {
  time?: unknown;
  currency?: unknown;
  rate?: unknown;
  Cube?: Cube[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

/** Parses the rates of one or more days in the format of the European Central Bank. @throws TaskFailure with the reason */
export function readRates(xml: string): EuroRate[] {
  // rates need neither a document type nor entities, and refusing both prevents entity expansion
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new TaskFailure('sourceUnreadable', 'The source returned a web page, or XML with a document type.');
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true)
    throw new TaskFailure('sourceUnreadable', `The source returned no valid XML: ${wellFormed.err.msg}`);
  // the cast: these members are undefined if the document has another format
  const outerCube = (parser.parse(xml) as { Envelope?: Cube }).Envelope?.Cube?.[0];
  const rates = (outerCube?.Cube ?? []).flatMap(({ time, Cube = [] }) =>
    Cube.map(({ currency, rate }) => ({ day: String(time), currency: String(currency), rate: String(rate) })),
  );
  if (rates.length === 0) throw new TaskFailure('sourceUnreadable', 'The source returned XML without rates.');
  const invalidRate = rates.find((rate) => !isValidRate(rate));
  if (invalidRate)
    throw new TaskFailure(
      'sourceUnreadable',
      `The source returned an invalid rate: ${JSON.stringify(invalidRate).slice(0, 200)}`,
    );
  return rates;
}

const isValidRate = ({ day, currency, rate }: EuroRate) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  /^[A-Z]{3}$/.test(currency) &&
  /^\d{1,10}(\.\d{1,10})?$/.test(rate) &&
  Number(rate) > 0;
