import { expect } from 'vitest';
import type { ErrorKey, OperationId } from '../../src/http/contract.ts';
import type { Call, Client } from './client.ts';

/** A call that is refused, in both languages: pointer, rule and both texts per field, and both messages. */
export async function told<Id extends OperationId>(client: Client, id: Id, parts: Call<Id>, key: ErrorKey) {
  const ask = (language: string) => client.refused(id, { ...parts, headers: { 'Accept-Language': language } }, key);
  const [zh, en] = await Promise.all([ask('zh-CN'), ask('en')]);
  const fields = (zh.fields ?? []).map(({ pointer, rule, message }, index) => {
    expect(en.fields?.[index]).toMatchObject({ pointer, rule });
    return [pointer, rule, message, en.fields?.[index]?.message];
  });
  return { fields, messages: [zh.message, en.message], references: zh.references };
}
