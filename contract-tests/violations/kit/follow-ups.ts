import { type Answer, jsonAnswer } from './answer.ts';
import type { Call, Data } from './call.ts';
import type { FollowUp } from './violation.ts';

/** Does what the caller may not do, by asking again as an administrator. */
export const asAdminWhen = (when: FollowUp['when']): FollowUp => ({
  when,
  run: async (_answer, call, { ask, adminToken }) => ask(call.as(await adminToken())),
});

/** Lets callers do what they lack the permission for. */
export const withoutPermission: FollowUp = asAdminWhen(({ status, key }) => status === 403 && key === 'forbidden');

/** Takes a version that is not the latest one. */
export const withStaleVersion: FollowUp = {
  when: ({ status, data }) => status === 412 && data?.current?.version !== undefined,
  run: async ({ data }, call, { ask }) => {
    const headers = { ...call.headers, 'if-match': `"${data.current.version}"` };
    return ask(call.with({ headers }));
  },
};

/** Claims that a refused write of a record was done. */
export const claimsSuccess = (when: FollowUp['when']): FollowUp => ({
  when,
  run: async (_answer, call) => successfulWrite(call),
});

/** Lets values pass that break a rule, where nothing else is wrong. */
export const ignoresRule = (...rules: string[]): FollowUp =>
  claimsSuccess(
    ({ status, data }) =>
      status === 422 &&
      data?.fields?.length > 0 &&
      data.fields.every(({ rule, pointer }: Data) => rules.includes(rule) && isBodyPointer(pointer)),
  );

/** Lets through what is refused with one of these keys. */
export const ignoresKey = (...keys: string[]): FollowUp =>
  claimsSuccess(({ status, key }) => status >= 400 && key !== undefined && keys.includes(key));

const isBodyPointer = (pointer: string) => !/^\/(query|path|header)\//.test(pointer);

function successfulWrite(call: Call): Answer {
  const now = new Date().toISOString();
  const { method, operation, params } = call;
  if (method === 'DELETE')
    return jsonAnswer(200, operation.verb === 'remove' ? { id: Number(params.id), version: 1 } : {});
  const isNew = method === 'POST' && params.id === undefined;
  const record = {
    ...call.json,
    id: isNew ? 4_294_967_290 : Number(params.id),
    status: 'pending',
    version: 2,
    createTime: now,
    updateTime: now,
    createdBy: 'editor',
    updatedBy: 'editor',
    warnings: [],
  };
  return jsonAnswer(isNew ? 201 : 200, { record, labels: {} }, isNew ? 'Created' : 'OK', { etag: '"2"' });
}

/** Answers again what an earlier answer to the same request was, though it is out of date by now. */
export const keyOf = ({ token, url }: Call): string => `${token} ${url}`;
