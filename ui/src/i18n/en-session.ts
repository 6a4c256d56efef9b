import type { Texts } from './zh.ts';

export const sessionTexts: Pick<Texts, 'login' | 'preview'> = {
  login: {
    title: 'Sign in',
    account: 'Account',
    accountHelp: 'User name or e-mail',
    password: 'Password',
    submit: 'Sign in',
    forgot: 'Forgot password',
    noAccount: 'No account yet?',
    register: 'Ask for one',
    back: 'Back to sign-in',
    demo: 'Demo accounts',
    demoHint: 'Click to fill in',
    demoRole: { admin: 'everything', editor: 'reads and writes', reviewer: 'reads, reviews', viewer: 'reads' },
    globe: 'A globe of routes around Beijing',
    lapsed: 'That took too long. Please give your password again.',
    alreadyIn: 'You are signed in. To use the link of the mail, please sign out first.',
  },
  preview: {
    banner: 'You see what “{{role}}” sees',
    readOnlyMark: 'read-only',
    leave: 'Leave the preview',
    label: 'Preview of a role',
    readOnly: 'Not available in a preview',
    over: 'The preview of the role is over',
  },
};
