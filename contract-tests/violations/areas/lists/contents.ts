import { inData, inEachItem, inEveryRecord, inItems, keepItems } from '../../kit/edits.ts';
import { either, ofKind, verbs } from '../../kit/operations.ts';
import { listsFirstState } from '../../kit/stale-reads.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const LABELS = 'Names of the records referred to, of kinds that the caller may read: kind → code → names.';
const WARNINGS = '#/components/schemas/Country/properties/warnings';
const found = verbs('list', 'get');

const editLabels = (edit: (label: Data) => unknown) =>
  inData(({ labels }) => {
    for (const names of Object.values(labels ?? {})) for (const label of Object.values(names as Data)) edit(label);
  });

export const contentViolations = violationsOf('contents of lists', [
  {
    id: 'labels-empty-in-lists',
    at: '#/components/schemas/Labels',
    breaks: LABELS,
    on: verbs('list'),
    response: inData((data) => Object.assign(data, { labels: {} })),
  },
  {
    id: 'labels-empty-of-one-record',
    at: '#/components/schemas/Labels',
    breaks: LABELS,
    on: verbs('get', 'create', 'update'),
    response: inData((data) => Object.assign(data, { labels: {} })),
  },
  {
    id: 'labels-lack-chinese',
    at: '#/components/schemas/Label',
    breaks: 'Label: name, zh-CN and en, the names in both languages.',
    on: found,
    response: editLabels((label) => delete label['zh-CN']),
  },
  {
    id: 'labels-have-code-for-name',
    at: '#/components/schemas/Labels',
    breaks: LABELS,
    on: found,
    response: inData(({ labels }) => {
      for (const names of Object.values(labels ?? {}))
        for (const code of Object.keys(names as Data)) (names as Data)[code].name = code;
    }),
  },
  {
    id: 'labels-lack-second-reference',
    at: '#/components/schemas/Labels',
    breaks: LABELS,
    on: ofKind('airport', 'list', 'get'),
    response: inData(({ labels }) => labels && delete labels.city),
  },
  {
    id: 'labels-by-id',
    at: '#/components/schemas/Labels',
    breaks: 'kind → code → names',
    on: found,
    response: inData((data) => {
      for (const [kind, names] of Object.entries(data.labels ?? {}))
        data.labels[kind] = Object.fromEntries(Object.values(names as Data).map((label, index) => [index + 1, label]));
    }),
  },
  {
    id: 'list-lacks-locales',
    at: '#/components/schemas/Locales',
    breaks: 'Names by BCP 47 language tag (of records in lists too).',
    on: verbs('list'),
    response: inEachItem((item) => item.locales && Object.assign(item, { locales: {} })),
  },
  {
    id: 'list-has-locale-of-caller-only',
    at: '#/components/schemas/Locales',
    breaks: 'Names by BCP 47 language tag (all of them).',
    on: found,
    response: inEveryRecord((record) => {
      if (record.locales) record.locales = record.locales['zh-CN'] ? { 'zh-CN': record.locales['zh-CN'] } : {};
    }),
  },
  {
    id: 'list-lacks-aliases',
    at: '#/components/schemas/LocaleNames/properties/aliases',
    breaks: 'aliases of a name (in lists too)',
    on: verbs('list'),
    response: inEachItem((item) => {
      for (const locale of Object.values(item.locales ?? {})) delete (locale as Data).aliases;
    }),
  },
  {
    id: 'list-names-in-callers-language',
    at: '#/components/schemas/Country/properties/name',
    breaks: 'name is the record’s name; names in languages are in `locales`.',
    on: found,
    response: inEveryRecord((record) => {
      if (record.locales?.['zh-CN']) record.name = record.locales['zh-CN'].name;
    }),
  },
  {
    id: 'warnings-missing-in-lists',
    at: WARNINGS,
    breaks: 'warnings: what is odd about a record (in lists).',
    on: verbs('list'),
    response: inEachItem((item) => Object.assign(item, { warnings: [] })),
  },
  {
    id: 'warnings-missing-of-one-record',
    at: WARNINGS,
    breaks: 'warnings: what is odd about a record.',
    on: verbs('get', 'create', 'update'),
    response: inEveryRecord((record) => Object.assign(record, { warnings: [] })),
  },
  {
    id: 'warning-points-elsewhere',
    at: '#/components/schemas/Warning',
    breaks: 'pointer of the field that is odd',
    on: either(found, verbs('create', 'update')),
    response: inEveryRecord((record) => {
      for (const warning of record.warnings) warning.pointer = '/code';
    }),
  },
  {
    id: 'warning-where-nothing-is-odd',
    at: WARNINGS,
    breaks: 'warnings are empty where nothing is odd.',
    on: ofKind('city', 'list', 'get', 'create'),
    response: inEveryRecord((record) => {
      if (record.warnings.length === 0) record.warnings.push({ pointer: '/country', rule: 'outsideCountry' });
    }),
  },
  {
    id: 'proposals-missing-in-lists',
    at: '#/components/schemas/ProposalMark',
    breaks: 'A record among `items` with an open proposal beside it.',
    on: verbs('list'),
    response: inData((data) => Object.assign(data, { proposals: [] })),
  },
  {
    id: 'proposal-marks-name-caller',
    at: '#/components/schemas/ProposalMark/properties/by',
    breaks: 'by: who proposed it',
    on: verbs('list'),
    response: inData(({ proposals }) => {
      for (const mark of proposals ?? []) mark.by = 'viewer';
    }),
  },
  {
    id: 'proposal-marks-say-update',
    at: '#/components/schemas/ProposalMark/properties/action',
    breaks: 'action: update, delete or restore',
    on: verbs('list'),
    response: inData(({ proposals }) => {
      for (const mark of proposals ?? []) mark.action = 'update';
    }),
  },
  {
    id: 'own-work-missing-in-lists',
    at: '#/components/schemas/CountryListAnswer (ownWork)',
    breaks: 'Ids among `items` that hold work of the caller, who may neither approve nor reject them.',
    on: verbs('list'),
    response: inData((data) => Object.assign(data, { ownWork: [] })),
  },
  {
    id: 'own-work-is-whatever-caller-changed',
    at: '#/components/schemas/CountryListAnswer (ownWork)',
    breaks: 'Ids among `items` that hold work of the caller (and of nobody else’s).',
    on: verbs('list'),
    response: inData((data) => Object.assign(data, { ownWork: data.items.map(({ id }: Data) => id) })),
  },
  {
    id: 'list-shows-earlier-state',
    at: '#/paths/~1api~1v1~1countries/get',
    breaks: 'A page of countries, as they are.',
    on: verbs('list', 'create', 'update', 'transition', 'get'),
    response: listsFirstState,
  },
  {
    id: 'list-lacks-new-records',
    at: '#/paths/~1api~1v1~1countries/post',
    breaks: 'Create a country, pending: it stands in the list from then on.',
    on: verbs('list'),
    response: keepItems(({ createTime }) => Date.now() - Date.parse(createTime) > 60_000),
  },
  {
    id: 'list-keeps-deleted-records',
    at: '#/paths/~1api~1v1~1countries~1{id}/delete',
    breaks: 'Deleted.',
    on: verbs('list', 'get', 'create', 'remove'),
    response: (answer, { operation, params, query }, memory) => {
      const { verb, tag } = operation;
      const record = answer.data?.record;
      if (record && answer.succeeded) memory.set(`${tag} ${record.id}`, structuredClone(record));
      if (verb === 'remove' && answer.status === 200) memory.set(tag, memory.get(`${tag} ${params.id}`));
      const deleted = memory.get(tag);
      if (verb !== 'list' || !deleted || !query.get('code')?.split(',').includes(deleted.code)) return;
      answer.data?.items?.push(deleted);
    },
  },
  {
    id: 'list-shows-rejected-as-pending',
    at: '#/x-transitions/reject',
    breaks: 'reject: { from: [pending], to: rejected }',
    on: verbs('list'),
    response: inItems((items) => {
      for (const item of items) if (item.status === 'rejected') item.status = 'pending';
    }),
  },
]);
