import type { EmailTexts } from './wording.ts';

const formatCount = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;
const formatDuration = (minutes: number) =>
  minutes % 60 === 0 ? formatCount(minutes / 60, 'hour') : formatCount(minutes, 'minute');
const greeting = (name: string) => `Hello ${name},`;
const rejectedWork = { record: 'your new record', proposal: 'your change', import: 'your import' };

export const english: EmailTexts = {
  reset: ({ name, minutes }) => ({
    subject: 'Reset your Gazetteer password',
    before: [
      greeting(name),
      'We received a request to reset your Gazetteer password. Use this link to choose a new one.',
    ],
    link: 'Reset password',
    after: [
      `The link works once and expires in ${formatDuration(minutes)}.`,
      'If you didn’t request this, ignore this e-mail. Your password stays the same.',
    ],
  }),
  invitation: ({ name, by, days }) => ({
    subject: 'You’re invited to Gazetteer',
    before: [
      greeting(name),
      `${by} has created a Gazetteer account for you. Use this link to choose a password and sign in.`,
    ],
    link: 'Accept the invitation',
    after: [
      `The link works once and expires in ${formatCount(days, 'day')}.`,
      'If you don’t know this person, ignore this e-mail.',
    ],
  }),
  emailTaken: ({ name }) => ({
    subject: 'You already have a Gazetteer account',
    before: [
      greeting(name),
      'Somebody tried to register for Gazetteer with your e-mail address. You already have an account, so no new one was created.',
      'If this was you and you have forgotten your password, use this link to reset it.',
    ],
    link: 'Reset password',
    after: ['If this wasn’t you, ignore this e-mail. Your account has not changed.'],
  }),
  approved: ({ name }) => ({
    subject: 'Your Gazetteer account is approved',
    before: [greeting(name), 'An administrator has approved your account. You can sign in now.'],
    link: 'Sign in',
    after: ['If you never registered, ignore this e-mail.'],
  }),
  rejected: ({ name, reason }) => ({
    subject: 'Your Gazetteer account was not approved',
    before: [
      greeting(name),
      'An administrator has not approved your request for an account.',
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
    after: ['If you never registered, ignore this e-mail.'],
  }),
  workRejected: ({ name, work }) => {
    const { by, what, label, code, name: title, reason, replacedBySetId, isRecordDeleted, amongOthers } = work;
    const record = [label, code, title].filter(Boolean).join(' ');
    const codeAndTitle = [code, title].filter(Boolean).join(' ');
    if (isRecordDeleted)
      return {
        subject: `Deleted: ${codeAndTitle}`,
        before: [
          greeting(name),
          `${by} has approved change set #${replacedBySetId}, which deletes a record that you proposed to change: ${record}.`,
        ],
        after: [
          'Your change will not be made. There is nothing left to do.',
          ...(amongOthers
            ? [
                'The set may have replaced other changes of yours. Your home page lists those of records that still exist.',
              ]
            : []),
        ],
      };
    return {
      subject: `${replacedBySetId ? 'Replaced' : 'Rejected'}: ${codeAndTitle}`,
      before: [
        greeting(name),
        `${by} has ${replacedBySetId ? `approved change set #${replacedBySetId}, which replaces` : 'rejected'} ${rejectedWork[what]}: ${record}.`,
        ...(reason && !replacedBySetId ? [`Reason: ${reason}`] : []),
      ],
      link: what === 'import' ? 'Open the import' : 'Open the record',
      after: [
        what === 'import' ? 'You can still view the import.' : 'You can edit it there and submit it again.',
        ...(amongOthers
          ? ['Many records were rejected at once. If others of yours were among them, your home page lists them.']
          : []),
      ],
    };
  },
  setSubmitted: ({ name, set: { by, title, items, date } }) => ({
    subject: `To review: ${title}`,
    before: [
      greeting(name),
      `${by} has submitted the change set “${title}” with ${formatCount(items, 'change')}. You may review it.`,
      ...(date ? [`It is to take effect on ${date}.`] : []),
    ],
    link: 'Open the change set',
    after: ['If somebody else has decided on it meanwhile, there is nothing left to do.'],
  }),
  setApproved: ({ name, set: { by, title, items, reason, date } }) => ({
    subject: `Approved: ${title}`,
    before: [
      greeting(name),
      `${by} has approved your change set “${title}” with ${formatCount(items, 'change')}.`,
      ...(date ? [`It takes effect on ${date}.`] : []),
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
    link: 'Open the change set',
    after: [date ? 'Until then, you can edit or withdraw it there.' : 'You can revert it there as a whole.'],
  }),
  setRejected: ({ name, set: { by, title, reason } }) => ({
    subject: `Rejected: ${title}`,
    before: [
      greeting(name),
      `${by} has rejected your change set “${title}”.`,
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
    link: 'Open the change set',
    after: ['You can edit it there and submit it again.'],
  }),
  setHeld: ({ name, set: { by, isOwn, title, items, reason, problems = [] } }) => ({
    subject: `Held: ${title}`,
    before: [
      greeting(name),
      `${isOwn ? `Your change set “${title}”` : `The change set “${title}” by ${by}`} was due, but could not take effect. ${items === 1 ? 'Its change was not written' : `None of its ${formatCount(items, 'change')} was written`}.`,
      ...(reason ? [`Reason: ${reason}`] : []),
      ...problems,
    ],
    link: 'Open the change set',
    after: ['You can retry it there unchanged, or edit it and have it reviewed again.'],
  }),
};
