import { dropFields, inBody, inData, inEveryRecord, inRecord } from '../../kit/edits.ts';
import { both, either, ofKind, tagged, verbs } from '../../kit/operations.ts';
import { forgetsWrites } from '../../kit/stale-reads.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

const REPLACE_AT = '#/paths/~1api~1v1~1countries~1{id}/put';
const REPLACE = 'Replace the fields of a country.';
const saves = verbs('create', 'update');

/** A field of a kind is not taken from what is sent. */
function loses(kind: string, field: string, breaks = REPLACE): Declaration {
  return {
    id: `${kind.replace('_', '-')}-loses-${field}`,
    at: `#/components/schemas (${kind}, ${field})`,
    breaks,
    on: both(saves, tagged(kind)),
    request: dropFields(field),
  };
}

const inLocales = (edit: (locale: Data) => unknown) =>
  inBody(({ locales }) => {
    for (const locale of Object.values(locales ?? {})) if (locale) edit(locale);
  });

/** Says the value that was sent where the server should have changed it. */
const echoes = (...fields: string[]) =>
  inRecord((record, { json }) => {
    for (const field of fields) if (json?.[field] !== undefined && json[field] !== null) record[field] = json[field];
  });

const alterNames = (edit: (name: string) => string) =>
  inBody((body) => {
    if (typeof body.name === 'string') body.name = edit(body.name) || body.name;
  });

export const writeViolations = violationsOf('writes', [
  {
    id: 'update-merges-left-out-fields',
    at: REPLACE_AT,
    breaks: 'Replace the fields of a country: one that is left out has no value afterwards.',
    on: verbs('update'),
    instead: async (call, { ask }) => {
      const { data } = await ask(call.reading());
      const { json } = call;
      if (!data?.record || typeof json !== 'object' || json === null) return undefined;
      const server = /^(id|status|version|createTime|updateTime|createdBy|updatedBy|warnings)$/;
      const kept = Object.entries(data.record).filter(([name, value]) => !server.test(name) && value !== null);
      call.json = { ...Object.fromEntries(kept), ...json };
      return ask(call);
    },
  },
  {
    id: 'update-keeps-fields-sent-as-null',
    at: REPLACE_AT,
    breaks: 'Replace the fields of a country: null clears one.',
    on: verbs('update'),
    instead: async (call, { ask }) => {
      const { data } = await ask(call.reading());
      const { json } = call;
      if (!data?.record || typeof json !== 'object' || json === null) return undefined;
      call.json = Object.fromEntries(
        Object.entries(json).map(([name, value]) => [name, value === null ? (data.record[name] ?? null) : value]),
      );
      return ask(call);
    },
  },
  {
    id: 'update-is-lost',
    at: '#/components/responses/CountrySaved',
    breaks: 'Saved.',
    on: verbs('create', 'get', 'update'),
    response: forgetsWrites('update'),
  },
  {
    id: 'update-answers-record-before',
    at: '#/components/responses/CountrySaved',
    breaks: 'The answer has the record as it was saved.',
    on: verbs('create', 'get', 'update'),
    response: inData((data, { operation, params }, memory) => {
      const key = `${operation.tag} ${params.id ?? data.record?.id}`;
      const before = memory.get(key);
      if (data.record) memory.set(key, structuredClone(data.record));
      if (operation.verb === 'update' && before && !data.proposal)
        data.record = { ...before, version: data.record.version };
    }),
  },
  {
    id: 'created-record-is-gone',
    at: '#/components/responses/CountryCreated',
    breaks: 'Created, pending.',
    on: verbs('create', 'get'),
    response: (answer, { operation, params }, memory) => {
      if (operation.verb === 'create' && answer.status === 201) memory.set(String(answer.data.record.id), true);
      if (operation.verb !== 'get' || !memory.has(params.id ?? '') || !answer.succeeded) return;
      answer.setStatus(404);
      answer.json.data = { key: 'notFound', traceId: '0' };
    },
  },
  {
    id: 'deleted-record-is-still-there',
    at: '#/paths/~1api~1v1~1countries~1{id}/delete',
    breaks: 'Deleted; `version` is the one to restore.',
    on: verbs('create', 'get', 'remove'),
    response: (answer, { operation, params }, memory) => {
      const key = `${operation.tag} ${params.id ?? answer.data?.record?.id}`;
      if (answer.succeeded && answer.data?.record) memory.set(key, answer.copy());
      if (operation.verb !== 'get' || answer.status !== 404 || !memory.has(key)) return;
      const { headers, data } = memory.get(key);
      const { record, labels } = data;
      Object.assign(answer, { status: 200, headers });
      answer.json = {
        code: 200,
        message: 'OK',
        data: { record, labels, ownWork: false, review: 'none', proposed: false },
      };
    },
  },
  loses('country', 'symbol'),
  loses('country', 'locales', 'locales: names by BCP 47 language tag'),
  loses('city', 'continent'),
  loses('airline', 'callsign'),
  loses('airline', 'website'),
  loses('cabin', 'bookingClasses'),
  loses('protocol', 'countries'),
  loses('protocol', 'terms'),
  loses('airport', 'pinyin'),
  loses('rate_board', 'cashBuy'),
  loses('eurail_station', 'operatorCodes', 'The operators’ own codes.'),
  loses('eurail_station', 'isMain', 'The main station of its city.'),
  loses('train_station', 'openingHours'),
  loses('train_station', 'airports'),
  {
    id: 'locale-aliases-lost',
    at: '#/components/schemas/LocaleNames/properties/aliases',
    breaks: 'LocaleNames: name and aliases',
    on: saves,
    request: inLocales((locale) => delete locale.aliases),
  },
  {
    id: 'only-two-languages-kept',
    at: '#/components/schemas/Locales',
    breaks: 'Names by BCP 47 language tag (of any).',
    on: saves,
    request: inBody(({ locales }) => {
      for (const tag of Object.keys(locales ?? {}))
        if (/^[a-z]{2}(-[A-Z]{2})?$/.test(tag) && !/^(zh|en)/.test(tag)) delete locales[tag];
    }),
  },
  {
    id: 'language-tags-in-lower-case',
    at: '#/components/schemas/Locales',
    breaks: 'Names by BCP 47 language tag, as sent.',
    on: either(saves, verbs('get')),
    response: inRecord((record) => {
      if (!record.locales) return;
      record.locales = Object.fromEntries(
        Object.entries(record.locales).map(([tag, names]) => [tag.toLowerCase(), names]),
      );
    }),
  },
  {
    id: 'names-lose-accents',
    at: '#/components/schemas/Name',
    breaks: 'name is kept as sent.',
    on: saves,
    request: alterNames((name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  {
    id: 'names-are-title-cased',
    at: '#/components/schemas/Name',
    breaks: 'name is kept as sent.',
    on: saves,
    request: alterNames((name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())),
  },
  {
    id: 'names-lose-inner-spaces',
    at: '#/components/schemas/Name',
    breaks: 'name is kept as sent.',
    on: saves,
    request: alterNames((name) => name.replace(/\s{2,}/g, ' ')),
  },
  {
    id: 'names-are-cut-at-100',
    at: '#/components/schemas/Name',
    breaks: 'Name: { minLength: 1, maxLength: 200 }',
    on: saves,
    request: alterNames((name) => (name.length > 200 ? name : name.slice(0, 100).trim())),
  },
  {
    id: 'astral-characters-become-question-marks',
    at: '#/components/schemas/Name',
    breaks: 'name is kept as sent (all of Unicode).',
    on: saves,
    request: alterNames((name) => name.replace(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  },
  {
    id: 'long-text-loses-line-breaks',
    at: '#/components/schemas/LongText',
    breaks: 'terms are kept as sent.',
    on: both(saves, tagged('protocol')),
    request: inBody((body) => {
      if (typeof body.terms === 'string') body.terms = body.terms.replace(/\s*\n\s*/g, ' ');
    }),
  },
  {
    id: 'lists-are-sorted',
    at: '#/components/schemas/BookingClasses',
    breaks: 'Lists are kept as sent, in their order.',
    on: saves,
    request: inBody((body) => {
      for (const name of ['bookingClasses', 'countries', 'operatorCodes', 'airports', 'openingHours'])
        if (Array.isArray(body[name]))
          body[name].sort((a: Data, b: Data) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    }),
  },
  {
    id: 'decimals-lose-precision',
    at: '#/components/schemas/Decimal',
    breaks: 'An exact decimal above zero.',
    on: either(ofKind('rate_board', 'get', 'create', 'update')),
    response: inRecord((record) => {
      for (const name of ['buy', 'sell', 'cashBuy', 'cashSell', 'middle'])
        if (record[name]) record[name] = String(Number(Number(record[name]).toPrecision(5)));
    }),
  },
  {
    id: 'code-not-folded',
    at: '#/components/schemas/CountryCode/x-case',
    breaks: '`x-case: upper` (the server folds the value to upper case)',
    on: saves,
    response: echoes('code', 'iataCode', 'icaoCode', 'alpha3Code', 'telegraphCode'),
  },
  {
    id: 'reference-not-folded',
    at: '#/components/schemas/CountryReference/x-case',
    breaks: 'CountryReference: x-case: upper',
    on: saves,
    response: echoes('country', 'city', 'airline', 'parent'),
  },
  {
    id: 'coordinates-not-rounded',
    at: '#/components/schemas/Latitude/x-decimals',
    breaks: '`x-decimals` (the server rounds to so many): 6',
    on: saves,
    response: echoes('latitude', 'longitude'),
  },
  {
    id: 'coordinates-rounded-to-four',
    at: '#/components/schemas/Latitude/x-decimals',
    breaks: 'Rounded to 6 decimals.',
    on: either(saves, verbs('get')),
    response: inEveryRecord((record) => {
      for (const name of ['latitude', 'longitude'])
        if (typeof record[name] === 'number') record[name] = Math.round(record[name] * 1e4) / 1e4;
    }),
  },
  {
    id: 'latitude-and-longitude-swapped',
    at: '#/components/schemas/Latitude',
    breaks: 'Degrees north, WGS 84.',
    on: verbs('get'),
    response: inRecord((record) => {
      if (typeof record.latitude === 'number')
        Object.assign(record, { latitude: record.longitude, longitude: record.latitude });
    }),
  },
  {
    id: 'created-by-is-system',
    at: '#/components/schemas/Country/properties/createdBy',
    breaks: 'createdBy: who created it',
    on: verbs('create', 'get'),
    response: inRecord((record) => Object.assign(record, { createdBy: 'system' })),
  },
  {
    id: 'updated-by-stays-creator',
    at: '#/components/parameters/UpdatedBy',
    breaks: 'updatedBy: who changed the record last',
    on: verbs('get', 'update', 'transition'),
    response: inRecord((record) => Object.assign(record, { updatedBy: record.createdBy })),
  },
  {
    id: 'created-record-is-active',
    at: '#/components/responses/CountryCreated',
    breaks: 'Created, pending.',
    on: verbs('create'),
    response: inRecord((record) => Object.assign(record, { status: 'active' })),
  },
]);
