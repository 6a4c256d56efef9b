import type { Sessions } from '../suite/accounts/sessions.ts';
import type { Exchange } from '../suite/requests/exchanges.ts';

const variableOf = (role: string, name: string): string => `${role.toUpperCase().replaceAll('-', '_')}_${name}`;

/** Keeps passwords and tokens out of the reports. */
export class Secrets {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Returns the role that a request was sent as. */
  callerOf({ token, headers }: Exchange): string {
    if (token === undefined || headers.authorization !== `Bearer ${token}`)
      return headers.authorization ? 'a token of its own' : 'nobody';
    return this.#sessions.roleOf(token) ?? 'a token of its own';
  }

  /** Returns the shell variable that holds a token. */
  tokenVariable(token: string): string | undefined {
    const role = this.#sessions.roleOf(token);
    return role && variableOf(role, 'TOKEN');
  }

  /** Replaces passwords of accounts, and members of JSON that hold secrets of the backend. */
  hide(text: string): string {
    const withoutPasswords = this.#passwords().reduce(
      (result, [variable, literal]) => result.replaceAll(literal, `"$${variable}"`),
      text,
    );
    return withoutPasswords
      .replace(/"(token|secret|challenge|ticket|uri)":"[^"]+"/g, '"$1":"…"')
      .replace(/"recoveryCodes":\[[^\]]+\]/g, '"recoveryCodes":["…"]');
  }

  /** Replaces passwords of accounts by shell variables in text that stands in single quotes. */
  inSingleQuotes(text: string): string {
    return this.#passwords().reduce(
      (result, [variable, literal]) => result.replaceAll(literal, `"'"$${variable}"'"`),
      text,
    );
  }

  /** Returns shell commands that set the tokens of all roles. */
  signInScript(url: string): string {
    const lines = Object.entries(this.#sessions.accounts).map(([role, { name }]) => {
      const body = `{"username":${JSON.stringify(name)},"password":"'"$${variableOf(role, 'PASSWORD')}"'"}`;
      const login = `curl -s "$URL/api/v1/auth/login" -H 'content-type: application/json' -d '${body}'`;
      return `${variableOf(role, 'TOKEN')}=$(${login} | jq -r .data.token)`;
    });
    return [`URL=${url}`, ...lines].join('\n');
  }

  #passwords(): [variable: string, literal: string][] {
    return Object.entries(this.#sessions.accounts).map(([role, { password }]) => [
      variableOf(role, 'PASSWORD'),
      JSON.stringify(password),
    ]);
  }
}
