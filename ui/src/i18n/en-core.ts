import { kit } from './en-kit.ts';
import { sessionTexts } from './en-session.ts';

export const texts = {
  ...kit,
  ...sessionTexts,
  app: { name: 'Gazetteer', tagline: 'Reference data console' },
  top: {
    search: 'Search codes, names, pages',
    language: 'Language',
    themeDark: 'Switch to dark',
    themeLight: 'Switch to light',
    account: 'Account menu',
    profile: 'Profile',
    twoStep: 'Second factor',
    password: 'Change password',
    sessions: 'Signed-in devices',
    signOut: 'Sign out',
    place: 'Where you are',
    placeSeparator: '/',
    wait: ' (in {{wait}})',
  },
  forbidden: {
    title: 'You may not open this page',
    text: 'Your roles do not include reading this kind of data. Please ask an administrator if you need it.',
    missing: 'The missing permission: ',
    missingAll: 'A permission is missing, one of these: ',
    ask: 'If you need it, ask an administrator, who can add it to one of your roles under Roles.',
    home: 'Go home',
    noPermission: 'Needs the permission {{permission}}',
  },
  pageFailed: {
    title: 'This page could not be opened',
    text: 'The network may be down, or a new version was just released. Check the network and try again; if that does not help, ask an administrator.',
    missing: 'It could not be loaded. Please check the network and try again, or reload the page.',
    oops: 'Something went wrong on this page',
    oopsText: 'What you typed and did not save is kept as a draft on this device.',
  },
};
