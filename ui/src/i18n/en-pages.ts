import type { Texts } from './zh.ts';

export const pages: Pick<
  Texts,
  | 'app'
  | 'menu'
  | 'top'
  | 'login'
  | 'home'
  | 'palette'
  | 'password'
  | 'sessions'
  | 'shortcuts'
  | 'forbidden'
  | 'missingPage'
  | 'pageFailed'
> = {
  app: { name: 'Gazetteer', tagline: 'Reference data console' },
  menu: {
    home: 'Home',
    reference: 'Reference data',
    label: 'Main menu',
    shortcuts: 'Shortcuts',
    skip: 'Skip to content',
    open: 'Open the menu',
  },
  top: {
    search: 'Search codes, names, pages',
    language: 'Language',
    themeDark: 'Switch to dark',
    themeLight: 'Switch to light',
    account: 'Account menu',
    password: 'Change password',
    sessions: 'Signed-in devices',
    signOut: 'Sign out',
  },
  login: {
    title: 'Sign in',
    account: 'Account',
    accountHelp: 'User name or e-mail',
    password: 'Password',
    submit: 'Sign in',
    demo: 'Demo accounts',
    demoHint: 'Click to fill in',
    demoRole: { admin: 'everything', editor: 'reads and writes', reviewer: 'reads, reviews', viewer: 'reads' },
    draft: 'You have an unsaved draft: {{what}}. Continue after signing in.',
    globe: 'A globe of routes around Beijing',
  },
  home: {
    period: 'Period',
    today: 'Today',
    days: '{{count}} days',
    waiting: 'Waiting for review',
    oldest: 'oldest from {{time}}',
    nothingWaits: 'nothing waits',
    changes: 'Changes',
    records: 'Records',
    active: 'Active',
    activeOf: '{{percent}}% of all',
    overview: 'Overview',
    kind: 'Kind',
    total: 'Total',
    spread: 'By status',
    review: 'Waiting for me',
    reviewAll: 'All',
    reviewEmpty: 'Nothing waits for review',
    reviewEmptyText: 'What others create, change or delete appears here.',
    recent: 'Recent changes',
    recentEmpty: 'No changes yet',
    what: { create: 'new', update: 'changed {{fields}}', delete: 'deletion', restore: 'restored', resubmit: 'resubmitted' },
    changed: '{{actor}} {{act}}',
    changedFields: '{{actor}} changed {{fields}}',
    failed: 'The home page could not be loaded: {{problem}}',
  },
  palette: {
    title: 'Search',
    placeholder: 'Code, name, pinyin or page',
    pages: 'Pages',
    records: 'Records',
    empty: 'Nothing found for “{{q}}”',
    emptyText: 'Codes, Chinese and English names, pinyin and its initials all work.',
    hint: 'Type a code, a name or pinyin',
    open: 'open',
    move: 'move',
  },
  password: {
    title: 'Change password',
    text: 'Saving signs out every other device.',
    old: 'Old password',
    new: 'New password',
    newHelp: '10 to 128 characters',
    repeat: 'New password again',
    differs: 'The two differ',
    done: 'Password changed, other devices are signed out',
  },
  sessions: {
    title: 'Signed-in devices',
    text: 'End here what you do not recognise.',
    current: 'This one',
    since: 'Signed in {{time}}, last used {{seen}}',
    end: 'End',
    ended: 'Ended',
  },
  shortcuts: {
    title: 'Shortcuts',
    anywhere: 'Anywhere',
    inList: 'List',
    inForm: 'Form',
    search: 'Search everywhere',
    help: 'Show shortcuts',
    filter: 'Search this list',
    move: 'Move',
    open: 'Open',
    select: 'Select',
    extend: 'Extend the selection',
    edit: 'Edit',
    history: 'History',
    copy: 'Copy the code',
    save: 'Save',
    escape: 'Close the topmost layer',
  },
  forbidden: {
    title: 'You may not open this page',
    text: 'Your roles do not include reading this kind of data. Please ask an administrator if you need it.',
    home: 'Go home',
  },
  missingPage: {
    title: 'There is no such page',
    text: 'The address {{path}} does not exist: it may have been renamed, or mistyped.',
  },
  pageFailed: {
    title: 'This page could not be opened',
    text: 'It failed after an automatic reload too. Please check the network and try again.',
    oops: 'Something went wrong on this page',
    oopsText: 'What you typed and did not save is kept as a draft on this device.',
  },
};
