import type { Case } from '../suite/case.ts';

interface LeftOut {
  operationId: RegExp;
  name: RegExp;
  why: string;
}

const NO_EMAIL = 'the mock sends no e-mail';
const NO_SECOND_FACTOR = 'nobody sets up a second factor on the mock';
const NO_IMPORTS = 'imports are answered by the examples';
const NO_SETTINGS = 'the configuration is answered by its example';
const NO_TASKS = 'tasks are answered by the examples';
const NO_CHANGE_SETS = 'change sets are answered by the examples';
const NO_PAST = 'the mock answers with what it has now';
const NO_REACH = 'the mock compares no permissions of people';
const IN_WORDS = 'the contract has the rule in words only';

/** The cases of operations that the mock remembers which it does not pass, and why. */
const leftOutCases: LeftOut[] = [
  { operationId: /^register$/, name: /invitation/, why: NO_EMAIL },
  { operationId: /^(getInvitation|resetPassword)$/, name: /invited|e-mailed/, why: NO_EMAIL },
  { operationId: /^login$/, name: /second factor|five minutes/, why: NO_SECOND_FACTOR },
  { operationId: /^loginTotp$/, name: /with the code|deactivated|takes a|another app|sets up/, why: NO_SECOND_FACTOR },
  { operationId: /^removeUserTotp$/, name: /^removes|without a code/, why: NO_SECOND_FACTOR },
  { operationId: /^listReviews$/, name: /import/, why: NO_IMPORTS },
  { operationId: /^register$/, name: /registration is off/, why: NO_SETTINGS },
  { operationId: /^register$/, name: /address that has one/, why: 'the mock makes accounts with any address' },
  { operationId: /^login$/, name: /as many hours/, why: NO_SETTINGS },
  { operationId: /^get/, name: /is reviewed by nobody/, why: NO_SETTINGS },
  {
    operationId: /^(login|deleteUser|deleteRole)$/,
    name: /log say|in the log|leaves nothing of a role/,
    why: 'the log of users is answered by its example',
  },
  { operationId: /^(register|changePassword)$/, name: /common/, why: IN_WORDS },
  { operationId: /^changePassword$/, name: /as the configuration/, why: NO_SETTINGS },
  { operationId: /^(get|list|export)/, name: /of the past|before the log|of a future day/, why: NO_PAST },
  { operationId: /^create/, name: /outdated time zone/, why: IN_WORDS },
  { operationId: /^create/, name: /of a different country/, why: IN_WORDS },
  { operationId: /^create/, name: /warns of coordinates/, why: 'the mock knows no outlines of countries' },
  { operationId: /^update/, name: /as its own|descendant/, why: IN_WORDS },
  { operationId: /^export/, name: /exports xlsx/, why: 'the mock writes no workbooks' },
  { operationId: /^(getBulkChange|exportLeftRecords)$/, name: /task that is none|to somebody else/, why: NO_TASKS },
  { operationId: /^list(Folded)?DataLogs$/, name: /a task changed/, why: NO_TASKS },
  { operationId: /^(list|export)DataLogs$/, name: /a change set wrote/, why: NO_CHANGE_SETS },
  { operationId: /^(get|list)/, name: /change set will do/, why: NO_CHANGE_SETS },
  { operationId: /^getWorklist$/, name: /failing receivers/, why: 'the mock counts no receivers' },
  { operationId: /^getReviewReceivers$/, name: /^counts/, why: 'the mock counts no receivers' },
  { operationId: /^listSessions$/, name: /with what each/, why: 'the mock keeps no clients of sessions' },
  { operationId: /^getUser$/, name: /last there/, why: 'the mock keeps the time of the sign-in only' },
  { operationId: /User(s)?$/, name: /holds (more|all)/, why: NO_REACH },
  { operationId: /^listRoles$/, name: /holds all/, why: NO_REACH },
  { operationId: /^(create|update)Role$/, name: /does not hold|nobody else name/, why: NO_REACH },
  { operationId: /^previewRole$/, name: /both the role and the caller/, why: NO_REACH },
  { operationId: /^confirmAdministratorRole$/, name: /./, why: 'the mock confirms no roles' },
  { operationId: /^list|^searchRecords$/, name: /pinyin/, why: 'the mock knows no pinyin' },
  { operationId: /^listRates$/, name: /sorts exactly by -?source/, why: 'the mock compares texts without their case' },
  { operationId: /^getOverview$/, name: /may read no other kind/, why: 'the mock shows changes of all kinds' },
  { operationId: /^export/, name: /ids that are asked for|nothing is a formula/, why: 'the mock writes plain files' },
  { operationId: /^export/, name: /an import finds unchanged/, why: NO_IMPORTS },
  {
    operationId: /^(update|transition)/,
    name: /takes an earlier version/,
    why: 'the mock keeps no ids of what is referred to',
  },
  { operationId: /^(list|create)Views?$/, name: /may not read/, why: 'the mock shows views of all lists' },
  { operationId: /^listViews$/, name: /has no more/, why: 'the mock names roles that the caller has' },
  { operationId: /^(listViews|updateView)$/, name: /account/, why: 'the mock deletes the views of a deleted account' },
  { operationId: /^(update|delete)View$/, name: /as it is now/, why: 'the mock answers the view as it keeps it' },
  { operationId: /^getRoleEffect$/, name: /no loss/, why: 'the mock compares one role only' },
  {
    operationId: /./,
    name: /all that is wrong at once/,
    why: 'the mock names unknown parameters before it reads the others',
  },
  { operationId: /./, name: /before its body is read/, why: 'the mock reads a body before it looks at permissions' },
  { operationId: /^previewRole$/, name: /:export alone/, why: 'the mock exports for whoever may read' },
];

export const isLeftOut = ({ operationId, name }: Case): boolean =>
  leftOutCases.some((leftOut) => leftOut.operationId.test(operationId) && leftOut.name.test(name));

/** Returns the entries that no case matches, which are to be removed. */
export const unusedEntries = (cases: Case[]): LeftOut[] =>
  leftOutCases.filter(
    (leftOut) =>
      !cases.some(({ operationId, name }) => leftOut.operationId.test(operationId) && leftOut.name.test(name)),
  );
