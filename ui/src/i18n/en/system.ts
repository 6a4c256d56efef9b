import type { Translation } from '#i18n/zh.ts';
import type { texts as zh } from '#i18n/zh-CN/system.ts';

export const texts: Translation<typeof zh> = {
  config: {
    title: 'System configuration',
    group: {
      sessions: 'Sessions',
      signIn: 'Failed sign-ins',
      accounts: 'Accounts',
      passwords: 'Passwords',
      secondFactor: 'Two-step verification',
      mail: 'E-mail',
      logs: 'Logs',
      sync: 'Deliveries and tasks',
      rates: 'Exchange rates',
      changeSets: 'Change sets',
      review: 'Review',
    },
    on: 'On',
    off: 'Off',
    initial: 'Default: {{value}}',
    backToInitial: 'Back to default: {{value}}',
    rolesFailed: 'Could not load the roles: {{problem}}',
    rolesUnread: 'Seeing all roles requires the permission “{{permission}}”.',
    signsYouOut:
      'You have these roles too ({{roles}}) but have not set up two-step verification. Saving signs you out, and you set it up the next time you sign in.',
    hastyIdle: 'Very short: people may be signed out while reading or on the phone.',
    calm: 'No unsaved changes',
    saved: 'v{{version}}, saved by {{by}} {{time}}',
    failed: 'Could not load the configuration: {{problem}}',
    failedText: 'Nothing was changed; you can safely retry.',
    conflict: 'The configuration changed while you were editing',
    others: 'Different from default',
    allInitial: 'Everything is set to its default',
    recent: 'Recent changes',
    noChanges: 'No changes yet',
    changed: '{{by}} changed {{fields}}',
    putBack: 'Restore the previous values',
    putBackDone: 'Filled into the form. Save to apply',
    alreadyThere: 'The form already has these values',
    more: 'Earlier changes',
  },
};
