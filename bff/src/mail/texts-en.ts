import type { EmailTexts } from './wording.ts';

const formatCount = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;
const formatDuration = (minutes: number) =>
  minutes % 60 === 0 ? formatCount(minutes / 60, 'hour') : formatCount(minutes, 'minute');
const greeting = (name: string) => `Hello ${name},`;
const rejectedWork = { record: 'your new record', proposal: 'your change', import: 'your import' };

export const english: EmailTexts = {
  reset: ({ name, minutes }) => ({
    subject: 'Reset your Gazetteer password',
    before: [greeting(name), 'Somebody asked to reset your Gazetteer password. This link lets you choose a new one.'],
    link: 'Reset password',
    after: [
      `The link is good for ${formatDuration(minutes)} and works once.`,
      'If it was not you who asked, ignore this email: your password stays as it is.',
    ],
  }),
  invitation: ({ name, by, days }) => ({
    subject: 'You are invited to Gazetteer',
    before: [greeting(name), `${by} has made an account for you in Gazetteer. This link lets you choose its password.`],
    link: 'Accept the invitation',
    after: [
      `The link is good for ${formatCount(days, 'day')} and works once.`,
      'If you do not know who invites you, ignore this email.',
    ],
  }),
  emailTaken: ({ name }) => ({
    subject: 'You already have a Gazetteer account',
    before: [
      greeting(name),
      'Somebody tried to register in Gazetteer with your e-mail address. It has an account, so no other was made.',
      'If it was you and the password is forgotten, this link lets you reset it.',
    ],
    link: 'Forgotten password',
    after: ['If it was not you, ignore this email: your account is as it was.'],
  }),
  approved: ({ name }) => ({
    subject: 'Your Gazetteer account is approved',
    before: [greeting(name), 'An administrator has approved your account. You can sign in now.'],
    link: 'Sign in',
    after: ['If you never registered, ignore this email.'],
  }),
  rejected: ({ name, reason }) => ({
    subject: 'Your Gazetteer account is not approved',
    before: [
      greeting(name),
      'An administrator has not approved your account.',
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
    after: ['If you never registered, ignore this email.'],
  }),
  workRejected: ({ name, work: { by, what, label, code, name: title, reason } }) => ({
    subject: `Rejected: ${[code, title].filter(Boolean).join(' ')}`,
    before: [
      greeting(name),
      `${by} has rejected ${rejectedWork[what]}: ${[label, code, title].filter(Boolean).join(' ')}.`,
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
    link: what === 'import' ? 'Open the import' : 'Open the record',
    after: [what === 'import' ? 'The import stays as it is.' : 'There you can edit it again and submit it once more.'],
  }),
};
