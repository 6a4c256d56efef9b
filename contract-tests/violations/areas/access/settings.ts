import { inBody, inData, inEachItem, inItems } from '../../kit/edits.ts';
import { ignoresRule } from '../../kit/follow-ups.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const SETTINGS = '#/components/schemas/Settings';
const PUT = '#/paths/~1api~1v1~1system-config/put';
const HISTORY = '#/paths/~1api~1v1~1system-config~1history/get';
const found = ops('getSettings', 'updateSettings');
const history = ops('getSettingsHistory');

export const settingsViolations = violationsOf('settings', [
  {
    id: 'setting-missing',
    at: `${SETTINGS}/required`,
    breaks: 'Every setting is answered.',
    on: found,
    response: inData(({ settings }) => delete settings.taskDays),
  },
  {
    id: 'settings-change-is-lost',
    at: PUT,
    breaks: 'Change the configuration.',
    on: ops('getSettings'),
    response: inData((data, _call, memory) => {
      if (!memory.has('settings')) memory.set('settings', data.settings);
      data.settings = memory.get('settings');
    }),
  },
  {
    id: 'settings-answer-default-review',
    at: `${SETTINGS}/properties/review`,
    breaks: 'Who may approve, by kind of record.',
    on: ops('updateSettings'),
    response: inData(({ settings }) => {
      settings.review = Object.fromEntries(Object.keys(settings.review).map((kind) => [kind, 'second-person']));
    }),
  },
  {
    id: 'settings-lose-null',
    at: `${SETTINGS}/properties/publicUrl`,
    breaks: 'publicUrl: { type: [string, null], x-default: null }',
    on: found,
    response: inData(({ settings }) => settings.publicUrl === null && Object.assign(settings, { publicUrl: '' })),
  },
  {
    id: 'settings-minimum-not-enforced',
    at: `${SETTINGS}/properties/passwordMinLength/minimum`,
    breaks: 'minimum: 10',
    on: ops('updateSettings'),
    after: ignoresRule('minimum'),
  },
  {
    id: 'settings-maximum-not-enforced',
    at: `${SETTINGS}/properties/sessionHours/maximum`,
    breaks: 'maximum: 720',
    on: ops('updateSettings'),
    after: ignoresRule('maximum'),
  },
  {
    id: 'settings-may-be-left-out',
    at: `${SETTINGS}/required`,
    breaks: 'A change sends every setting.',
    on: ops('updateSettings'),
    after: ignoresRule('required'),
  },
  {
    id: 'settings-default-differs',
    at: `${SETTINGS}/properties/sessionHours/x-default`,
    breaks: 'its value until somebody changes it: 8',
    on: ops('getSettings'),
    response: inData(({ settings }) => settings.sessionHours === 8 && Object.assign(settings, { sessionHours: 12 })),
  },
  {
    id: 'settings-updated-by-system',
    at: '#/components/schemas/SettingsAnswer (updatedBy)',
    breaks: 'updatedBy: who changed it last',
    on: found,
    response: inData((data) => Object.assign(data, { updatedBy: 'system' })),
  },
  {
    id: 'settings-review-of-kind-ignored',
    at: `${SETTINGS}/properties/review`,
    breaks: 'Whether a second person has to review, or the submitter may approve too.',
    on: ops('updateSettings'),
    request: inBody((body) => {
      if (body.review && typeof body.review === 'object')
        for (const kind of Object.keys(body.review)) if (kind !== 'rate_board') body.review[kind] = 'second-person';
    }),
  },
  {
    id: 'settings-min-password-length-not-in-force',
    at: PUT,
    breaks: 'In force on every process within five seconds.',
    on: ops('updateSettings'),
    request: inBody((body) => body.passwordMinLength > 10 && Object.assign(body, { passwordMinLength: 10 })),
  },
  {
    id: 'settings-registration-stays-open',
    at: `${SETTINGS}/properties/registration`,
    breaks: 'When off, people can only join by invitation.',
    on: ops('updateSettings'),
    request: inBody((body) => body.registration === false && Object.assign(body, { registration: true })),
  },
  {
    id: 'settings-history-lacks-latest',
    at: HISTORY,
    breaks: 'Every change of the configuration, newest first.',
    on: history,
    response: inItems((items) => items.shift()),
  },
  {
    id: 'settings-history-lacks-value-before',
    at: `${HISTORY} (changes)`,
    breaks: 'changes: pointer, before and after',
    on: history,
    response: inEachItem((item) => {
      for (const change of item.changes) change.before = null;
    }),
  },
  {
    id: 'settings-history-swaps-before-and-after',
    at: `${HISTORY} (changes)`,
    breaks: 'changes: pointer, before and after',
    on: history,
    response: inEachItem((item) => {
      item.changes = item.changes.map(({ pointer, before, after }: Data) => ({
        pointer,
        before: after,
        after: before,
      }));
    }),
  },
  {
    id: 'settings-history-names-system',
    at: `${HISTORY} (by)`,
    breaks: 'by: who changed it',
    on: history,
    response: inEachItem((item) => Object.assign(item, { by: 'system' })),
  },
  {
    id: 'settings-history-names-every-setting',
    at: `${HISTORY} (changes)`,
    breaks: 'changes: what the change changed',
    on: history,
    response: inEachItem((item) => item.changes.push({ pointer: '/taskDays', before: 30, after: 30 })),
  },
]);
