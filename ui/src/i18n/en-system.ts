import type { Texts } from './zh.ts';

export const system: Pick<Texts, 'config'> = {
  config: {
    title: 'System configuration',
    group: {
      sessions: 'Sessions',
      signIn: 'Failed sign-ins',
      accounts: 'Accounts',
      passwords: 'Passwords',
      secondFactor: 'Second factor',
      mail: 'Mail',
      logs: 'Logs',
      review: 'Review',
    },
    on: 'On',
    off: 'Off',
    initial: 'Default {{value}}',
    backToInitial: 'Back to default: {{value}}',
    rolesUnread: 'Seeing all roles needs the permission {{permission}}.',
    signsYouOut:
      'You have these roles too ({{roles}}) and no second factor: saving signs you out, and you set it up when you sign in again.',
    hastyIdle: 'Very short: reading a page or taking a call signs people out.',
    calm: 'Nothing unsaved',
    saved: 'v{{version}}, saved by {{by}} {{time}}',
    failed: 'The configuration could not be loaded: {{problem}}',
    failedText: 'Nothing has changed; trying again is safe.',
    conflict: 'The configuration changed while you were editing',
    others: 'Changed from default',
    allInitial: 'Everything is at its default',
    recent: 'Recent changes',
    noChanges: 'Never changed yet',
    changed: '{{by}} changed {{fields}}',
    putBack: 'Put back what was before',
    putBackDone: 'Put into the form; save to make it so',
    alreadyThere: 'The form holds these values already',
    more: 'Earlier changes',
  },
};
