import type { Texts } from './zh.ts';

export const peopleFields: Pick<
  Texts['field'],
  | 'username'
  | 'displayName'
  | 'email'
  | 'role'
  | 'roles'
  | 'secondFactor'
  | 'lastSeen'
  | 'openSessions'
  | 'description'
  | 'permission'
  | 'permissions'
  | 'people'
  | 'meaning'
  | 'routes'
  | 'operations'
  | 'subject'
> = {
  username: 'User name',
  displayName: 'Display name',
  email: 'E-mail',
  role: 'Role',
  roles: 'Roles',
  secondFactor: 'Second factor',
  lastSeen: 'Last seen',
  openSessions: 'Sessions',
  description: 'Description',
  permission: 'Permission',
  permissions: 'Permissions',
  people: 'People',
  meaning: 'Meaning',
  routes: 'Pages',
  operations: 'Operations',
  subject: 'Subject',
};

export const people: Pick<Texts, 'people' | 'user'> = {
  people: {
    emptyText: 'Try leaving out a condition, or another word.',
    loadFailed: 'Could not be loaded: {{problem}}',
    missingText: 'Somebody may have just deleted it.',
  },
  user: {
    one: 'user',
    many: 'Users',
    create: 'New user',
    edit: 'Edit user',
    search: 'User name, name, e-mail',
    first: 'No users yet',
    firstText: 'Create a user, and an invitation goes to their e-mail address.',
    missing: 'This user does not exist, or has been deleted',
    conflict: 'This user was changed while you were editing',
    status: { active: 'Active', invited: 'Invited', pending: 'Waiting', inactive: 'Inactive', rejected: 'Refused' },
    seen: {
      day: 'Within 24 hours',
      week: 'Within 7 days',
      month: 'Within 30 days',
      longer: 'Longer ago',
      never: 'Never',
    },
    never: 'Never',
    secondFactorOn: 'On',
    secondFactorOff: 'Off',
    noRole: 'No role',
    log: 'User log',
    logAbout: 'Done to them',
    logBy: 'Done by them',
    sessions: 'Open sessions ({{count}})',
    noSession: 'Not signed in anywhere.',
    endAll: 'End all…',
    waits: 'Registered and waits to be let in. Roles are chosen then.',
    rejectedFor: 'Refused because: {{reason}}',
    usernameStays: 'The user name cannot be changed',
    emailInProfile: 'Change your own in your profile',
    invitationText: 'Once saved, an invitation goes to this address, by which its owner chooses a password.',
    invitationTo: 'Once saved, an invitation goes to {{email}}, by which its owner chooses a password.',
    invited: 'Created; an invitation goes to {{email}}',
    rolesChosen: '{{count}} chosen',
    rolesToGive: 'Roles to give',
    searchRoles: 'Find a role',
    roleGives_one: '{{shown}} permission',
    roleGives_other: '{{shown}} permissions',
    roleGivesAll: 'All permissions',
    roleBeyond: 'Holds permissions that you lack, so you can neither give nor take it',
    reasonHelp: 'Goes into the letter to them, up to 500 characters',
    changedMeanwhile: '{{by}} changed this user {{time}}. Look again; one more click goes ahead with what it is now.',
    refused: {
      beyondReach: 'This user holds more than you',
      ownAccount: 'Not possible with your own account',
      noSecondFactor: 'There is no second factor',
      noSession: 'Not signed in anywhere',
    },
    act: {
      approve: 'Let in',
      reject: 'Refuse',
      activate: 'Activate',
      deactivate: 'Deactivate',
      invite: 'Invite again',
      removeTotp: 'Remove second factor',
      endSessions: 'End all sessions',
      delete: 'Delete',
    },
    confirm: {
      approve: 'Let in',
      reject: 'Refuse',
      activate: 'Activate account',
      deactivate: 'Deactivate account',
      invite: 'Send invitation',
      removeTotp: 'Remove second factor',
      endSessions: 'End all sessions',
      delete: 'Delete user',
    },
    ask: {
      approve: 'Let {{name}} in?',
      reject: 'Refuse {{name}}?',
      activate: 'Activate {{name}}?',
      deactivate: 'Deactivate {{name}}?',
      invite: 'Invite {{name}} again?',
      removeTotp: 'Remove the second factor of {{name}}?',
      endSessions: 'End all sessions of {{name}}?',
      delete: 'Delete {{name}}?',
    },
    askText: {
      approve: 'They can sign in at once, with the password they registered with.',
      reject: 'They cannot sign in; they can still be let in later.',
      activate: 'They can sign in again at once, with the roles they had.',
      deactivate: 'They are signed out everywhere at once and cannot sign in; they can be activated again later.',
      invite: 'A new invitation goes to {{email}}; the link before is void.',
      removeTotp: 'The next sign-in asks for the password alone. For a person who has lost their device.',
      endSessions: 'They are signed out in all {{count}} places at once, and can sign in again.',
      delete: 'They are signed out everywhere at once. This cannot be undone; the logs keep the name.',
    },
    done: {
      approve: '{{name}} has been let in',
      reject: '{{name}} has been refused',
      activate: '{{name}} is active again',
      deactivate: '{{name}} is deactivated and signed out everywhere',
      invite: 'A new invitation goes to {{email}}',
      removeTotp: 'The second factor of {{name}} is removed',
      endSessions: 'All sessions of {{name}} are ended',
      delete: '{{name}} has been deleted',
    },
  },
};
