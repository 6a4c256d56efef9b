import { inBody, inRecord } from '../../kit/edits.ts';
import { claimsSuccess, ignoresKey, ignoresRule } from '../../kit/follow-ups.ts';
import { both, either, every, ofKind, tagged, verbs } from '../../kit/operations.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

const saves = verbs('create', 'update');

/** A rule of the contract is not enforced when records are saved. */
function unenforced(rule: string, at: string, breaks: string, on: Declaration['on'] = saves): Declaration {
  return { id: `rule-${rule}-not-enforced`, at, breaks, on, after: ignoresRule(rule) };
}

/** A rule is not enforced for one field. */
function unenforcedAt(id: string, pointer: string, rule: string, at: string, breaks: string): Declaration {
  const applies = ({ fields }: Data) =>
    fields?.length > 0 && fields.every((field: Data) => field.pointer === pointer && field.rule === rule);
  return { id, at, breaks, on: saves, after: claimsSuccess(({ status, data }) => status === 422 && applies(data)) };
}

const verification = '#/components/schemas/Verification';
const station = ofKind('train_station', 'create', 'update', 'get');

export const ruleViolations = violationsOf('rules of records', [
  unenforced(
    'together',
    '#/components/schemas/AirportWrite/x-rules',
    'longitude must be entered together with the latitude',
  ),
  unenforced('notNullIsland', '#/components/schemas/AirportWrite/x-rules', 'Latitude and longitude cannot both be 0'),
  unenforced('notBefore', '#/components/schemas/ProtocolWrite/x-rules', 'validTo must not be before the start date'),
  unenforced('different', '#/components/schemas/RateWrite/x-rules', 'quote must differ from the base currency'),
  unenforced('notBelow', '#/components/schemas/RateWrite/x-rules', 'sell must not be below the buying rate'),
  unenforced('oneNeeded', '#/components/schemas/RateWrite/x-rules', 'Enter this or one of the other four rates'),
  unenforced('chinaOnly', '#/components/schemas/CityWrite/x-rules', 'cnCode: only for cities in mainland China'),
  unenforced('otherCountry', '#/components/schemas/Rule/x-text/otherCountry', 'This city is in another country'),
  unenforced(
    'circle',
    '#/components/schemas/Rule/x-text/circle',
    'A station cannot be its own parent, directly or indirectly',
  ),
  unenforced('unknownTimeZone', '#/components/schemas/TimeZone', 'A zone of the tz database'),
  unenforced(
    'unknownReference',
    '#/components/schemas/CountryReference',
    '`x-reference` (the value is the code of a record of that kind)',
  ),
  unenforced('pattern', '#/components/schemas/CountryCode/pattern', "pattern: '^[A-Za-z]{2}$'"),
  unenforced('enum', '#/components/schemas/Continent', 'enum: [AF, AN, AS, EU, NA, OC, SA]'),
  unenforced('maxLength', '#/components/schemas/Name/maxLength', 'maxLength: 200'),
  unenforced('maximum', '#/components/schemas/Latitude', 'maximum: 90'),
  unenforced('uniqueItems', '#/components/schemas/LocaleNames/properties/aliases', 'uniqueItems: true'),
  unenforced('propertyNames', '#/components/schemas/Locales/propertyNames', 'Names by BCP 47 language tag.'),
  unenforced(
    'additionalProperties',
    '#/components/schemas/CountryWrite/additionalProperties',
    'additionalProperties: false',
  ),
  unenforced('type', '#/components/schemas/CountryWrite', 'type of each field'),
  unenforced('required', '#/components/schemas/CountryWrite/required', 'required: [code, name]'),
  unenforcedAt('blank-name-taken', '/name', 'minLength', '#/components/schemas/Name/minLength', 'Name: minLength: 1'),
  unenforcedAt(
    'padded-name-taken',
    '/name',
    'pattern',
    '#/components/schemas/Name/pattern',
    'One line of text without leading or trailing spaces',
  ),
  {
    id: 'unknown-parameters-ignored',
    at: '#/components/responses/Invalid',
    breaks: 'A field or parameter breaks a rule, or is unknown (422).',
    on: every,
    editsRefused: true,
    request: ({ operation, query }) => {
      for (const name of [...query.keys()])
        if (!operation.parameters.includes(name) && name !== 'ticket') query.delete(name);
    },
  },
  {
    id: 'taken-code-accepted',
    at: '#/components/responses/Conflict',
    breaks: 'The code is taken (duplicateCode).',
    on: verbs('create'),
    after: ignoresKey('duplicateCode'),
  },
  {
    id: 'taken-code-accepted-by-update',
    at: '#/components/responses/Conflict',
    breaks: 'The code is taken (duplicateCode) (by a change).',
    on: verbs('update'),
    after: ignoresKey('duplicateCode'),
  },
  {
    id: 'same-rate-accepted-twice',
    at: '#/components/schemas/ErrorKey/x-text/duplicateRecord',
    breaks: 'The same {entity} already exists.',
    on: ofKind('rate_board', 'create', 'update'),
    after: ignoresKey('duplicateRecord'),
  },
  {
    id: 'referred-record-deleted',
    at: '#/components/responses/InUse',
    breaks: 'Other records refer to it (inUse).',
    on: verbs('remove'),
    after: ignoresKey('inUse'),
  },
  {
    id: 'in-use-without-references',
    at: '#/components/responses/InUse',
    breaks: 'references: { total, totals, items }, the records that refer to it',
    on: verbs('remove'),
    response: (answer) => {
      if (answer.key === 'inUse') delete answer.data.references;
    },
  },
  {
    id: 'references-total-counts-first-hundred',
    at: '#/components/schemas/References',
    breaks: 'total and totals: how many, not only of the first hundred',
    on: verbs('references'),
    response: ({ data }) => {
      if (data?.total > data?.items?.length) data.total = data.items.length;
    },
  },
  {
    id: 'references-lack-a-kind',
    at: '#/components/schemas/References/properties/totals',
    breaks: 'How many of each kind; a kind without any is left out.',
    on: verbs('references'),
    response: ({ data }) => {
      const [kind] = Object.keys(data?.totals ?? {});
      if (kind) delete data.totals[kind];
    },
  },
  {
    id: 'references-items-missing',
    at: '#/components/schemas/References/properties/items',
    breaks: 'The first hundred of kinds that the caller may read, kind by kind.',
    on: verbs('references'),
    response: ({ data }) => data?.items?.splice(0, 1),
  },
  {
    id: 'old-time-zone-name-kept',
    at: '#/components/schemas/TimeZone',
    breaks: 'A zone of the tz database; an old name is taken and renamed.',
    on: both(saves, tagged('airport', 'train_station', 'eurail_station')),
    response: inRecord((record, { json }) => {
      if (typeof json?.timezone === 'string') record.timezone = json.timezone;
    }),
  },
  {
    id: 'old-time-zone-name-refused',
    at: '#/components/schemas/TimeZone',
    breaks: 'an old name is taken and renamed',
    on: saves,
    request: inBody((body) => {
      if (/^(Asia\/Calcutta|Asia\/Saigon|US\/|Asia\/Katmandu|Asia\/Rangoon|GB$|PRC$)/.test(body.timezone ?? ''))
        body.timezone = 'Not/AZone';
    }),
  },
  {
    id: 'station-code-from-body',
    at: '#/components/schemas/TrainStationWrite/properties/code',
    breaks: 'The telegraph code, whatever is sent. Set by the server.',
    on: both(saves, tagged('train_station')),
    response: inRecord((record, { json }) => json?.code && Object.assign(record, { code: json.code })),
  },
  {
    id: 'verifier-from-body',
    at: `${verification}/properties/by`,
    breaks: 'Who set the state or gave new evidence for it, whatever is sent.',
    on: station,
    response: inRecord(
      (record, { json }) => json?.verification?.by && Object.assign(record.verification, { by: json.verification.by }),
    ),
  },
  {
    id: 'verifier-missing',
    at: `${verification}/properties/by`,
    breaks: 'Who set the state or gave new evidence for it.',
    on: station,
    response: inRecord(({ verification: value }) => value && Object.assign(value, { by: null, at: null })),
  },
  {
    id: 'verification-outlives-changes',
    at: verification,
    breaks: 'A change to name, code or coordinates sets a verified station back to unverified.',
    on: station,
    response: inRecord((record, { operation, json }) => {
      if (operation.verb === 'update' && json?.verification?.state === 'verified')
        record.verification.state = 'verified';
    }),
  },
  {
    id: 'note-makes-verifier',
    at: `${verification}/properties/by`,
    breaks: 'Another note changes neither.',
    on: both(station, verbs('update')),
    response: inRecord(
      (record) =>
        record.verification?.by && Object.assign(record.verification, { by: record.updatedBy, at: record.updateTime }),
    ),
  },
  {
    id: 'station-code-does-not-follow-uic',
    at: '#/components/schemas/EurailStationCode',
    breaks: 'The UIC code where there is one, else `<source>-<id>`.',
    on: either(ofKind('eurail_station', 'create', 'update', 'get')),
    response: inRecord((record) => record.uicCode && Object.assign(record, { code: `SRC-${record.id}` })),
  },
  {
    id: 'rename-does-not-reach-references',
    at: 'docs/subscribing.md, What a rename does',
    breaks: 'When the code of a city changes, each record that refers to it follows with the new code in it.',
    on: verbs('create', 'update', 'get', 'list'),
    response: (answer, { operation, params, json }, memory) => {
      const { record, proposal } = answer.data ?? {};
      if (!answer.succeeded || proposal) return;
      const key = `${operation.tag} ${params.id ?? record?.id}`;
      const before = memory.get(key);
      if (record?.code) memory.set(key, record.code);
      if (operation.verb === 'update' && before && json?.code && before !== record?.code)
        memory.set(`renamed ${operation.tag}`, { from: before, to: record.code });
      for (const item of answer.data?.items ?? (record ? [record] : []))
        for (const field of ['country', 'city', 'airline', 'parent']) {
          const renamed = memory.get(`renamed ${field === 'parent' ? 'eurail_station' : field}`);
          if (renamed && item[field] === renamed.to) item[field] = renamed.from;
        }
    },
  },
]);
