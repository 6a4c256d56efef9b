import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readAccounts } from '../suite/accounts/accounts.ts';
import type { Accounts } from '../suite/accounts/sessions.ts';

/** Ends the tool with one sentence instead of a report. */
export class CannotRun extends Error {}

export interface Options {
  url: string;
  accounts: Accounts;
  tags: string[];
  only: string[];
  caseText?: string;
  quick: boolean;
  list: boolean;
  /** Print the contract instead of testing. */
  contract: boolean;
  disposable: boolean;
  complete: boolean;
  mailFolder?: string;
  receiverUrl?: string;
  reports: Reports;
}

export interface Reports {
  json?: string;
  junit?: string;
  html?: string;
  history?: string;
}

export const helpText = `Tests a backend against openapi.yaml, case by case, over HTTP.

  npm run conformance -- --url http://host:port/dc [options]

The backend
  --url URL             where it answers, with the path before /api/v1
  --users FILE          the accounts of all roles: {"admin": {"name": …, "password": …}, …}
                        or a line ROLE=NAME:PASSWORD for each. A role that it leaves out has
                        no account. Without it: admin, editor, reviewer and viewer, named like
                        their role, with the password gazetteer-demo or $DEMO_PASSWORD.
  --user ROLE=NAME:PASSWORD
                        the account of one role in place of that; the others stay as they
                        are. Any further role, such as clerk=…, is one with fewer permissions.
                        Repeatable.
  --disposable          nobody else uses it: also run cases that lock accounts, register users
                        or change settings for a moment
  --mail DIR            the folder to which it writes its emails as .eml files
  --receiver-url URL    http://host:port at which it reaches this machine; receives deliveries.
                        Not needed if the backend runs on this machine.

The cases
  --tag TAG             only the operations of a tag, such as country; repeatable
  --only OPERATION      only an operation, such as createCountry or 'list*'; repeatable
  --case TEXT           only cases whose name contains the text
  --quick               of the selected cases, one of those that test the same rule
  --list                list the operations and their cases, and run none
  --contract            print openapi.yaml as JSON, and run none

The reports ("-" is the standard output)
  --json FILE           everything, for programs
  --junit FILE          JUnit XML, for CI
  --html FILE           a conformance board: one page, to be opened in a browser
  --history DIR         keeps the report of each run there, and shows former runs on the board
  --complete            operations that are not implemented count as failures, and so do
                        cases that need one

It ends with 0 if nothing failed, 1 if a case failed, 2 if it could not run, 130 if interrupted.
docs/conformance.md says more.`;

/** @throws {CannotRun} */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const url = values.url ?? positionals[0];
  // npm runs the script in the workspace's folder, but paths are meant from where npm was called.
  const toPath = (file: string) => (file === '-' ? file : path.resolve(env.INIT_CWD ?? '.', file));
  if (url === undefined && !values.list && !values.contract)
    throw new CannotRun('Say where the backend is: --url http://host:port/dc (--help lists all options).');
  return {
    url: url === undefined ? '' : checkedUrl(url, '--url'),
    accounts: accountsOf(values.user, values.users && toPath(values.users), env),
    tags: values.tag,
    only: values.only,
    ...(values.case !== undefined && { caseText: values.case }),
    quick: values.quick,
    list: values.list,
    contract: values.contract,
    disposable: values.disposable,
    complete: values.complete,
    ...(values.mail !== undefined && { mailFolder: toPath(values.mail) }),
    ...(values['receiver-url'] !== undefined && { receiverUrl: checkedUrl(values['receiver-url'], '--receiver-url') }),
    reports: reportsOf(values, toPath),
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const texts = { type: 'string', multiple: true, default: [] as string[] } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: text,
        user: texts,
        users: text,
        disposable: flag,
        mail: text,
        'receiver-url': text,
        tag: texts,
        only: texts,
        case: text,
        quick: flag,
        list: flag,
        contract: flag,
        json: text,
        junit: text,
        html: text,
        history: text,
        complete: flag,
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    // Cast: parseArgs throws errors.
    throw new CannotRun(`${(error as Error).message.split(/\.?\n|\. /)[0]} (--help lists all options).`);
  }
}

function checkedUrl(text: string, option: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new CannotRun(`${option} ${text} is no URL: write it as http://host:port/dc or https://host/dc.`);
  const base = text.replace(/\/+$/, '');
  if (option === '--url' && base.endsWith('/api/v1'))
    throw new CannotRun(`Leave out /api/v1, which the tool adds itself: --url ${base.replace(/\/+api\/v1$/, '')}.`);
  return base;
}

function accountsOf(users: string[], file: string | undefined, env: NodeJS.ProcessEnv): Accounts {
  try {
    return readAccounts(users, env, file === undefined ? undefined : { name: file, text: readFileSync(file, 'utf8') });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Cast: both throw errors.
    throw new CannotRun(code === 'ENOENT' ? `The file ${file} of --users does not exist.` : `${message}.`);
  }
}

function reportsOf(values: Partial<Record<keyof Reports, string>>, toPath: (file: string) => string): Reports {
  const names = ['json', 'junit', 'html', 'history'] as const;
  if (values.history === '-') throw new CannotRun('--history takes a folder.');
  if (names.filter((name) => values[name] === '-').length > 1)
    throw new CannotRun('Only one report can go to the standard output: name files for the others.');
  return Object.fromEntries(
    names.flatMap((name) => {
      const file = values[name];
      return file === undefined ? [] : [[name, toPath(file)]];
    }),
  );
}
