import assert from 'node:assert/strict';
import type { Language } from '../../contract/texts.ts';
import type { Case } from '../../suite/case.ts';
import { unknownId } from '../../suite/values/harmless-request.ts';

/** What clients send as `Accept-Language`, and the language in which they are answered. */
const requests: [string, Language][] = [
  ['en', 'en'],
  ['EN-gb', 'en'],
  ['zh', 'zh-CN'],
  ['*', 'zh-CN'],
  ['fr', 'zh-CN'],
  ['de-CH, fr;q=0.9', 'zh-CN'],
  ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
  ['zh-CN;q=0.5, en;q=0.9', 'en'],
  ['en;q=0.3, zh-CN;q=0.7', 'zh-CN'],
  ['fr;q=1, en;q=0.5', 'en'],
  ['de, fr;q=0.9, zh;q=0.4, en;q=0.2', 'zh-CN'],
  ['zh-CN;q=0, en;q=0.1', 'en'],
];

/** Tests the language of messages, of which a client may name several with a weight each. */
export const languageCases: Case[] = requests.flatMap(([header, language]): Case[] => [
  {
    operationId: 'getCountry',
    name: `answers ${header} in ${language}`,
    needs: { role: 'admin' },
    request: () => ({ params: { id: unknownId }, headers: { 'accept-language': header }, language }),
    expect: {
      status: 404,
      key: 'notFound',
      check: ({ message }, { backend }) => {
        const text = backend.contract.components.schemas.ErrorKey?.['x-text']?.notFound?.[language];
        assert.equal(message, text);
      },
    },
  },
  {
    operationId: 'createCountry',
    name: `reports fields in ${language} to ${header}`,
    equivalenceKey: `reports fields in ${language}`,
    needs: { role: 'admin' },
    breaksContract: true,
    request: () => ({ body: { code: 'QZ' }, headers: { 'accept-language': header }, language }),
    expect: {
      status: 422,
      key: 'validationError',
      fields: ['/name required'],
      check: ({ data }, { backend }) => {
        const text = backend.contract.components.schemas.Rule?.['x-text']?.required?.[language];
        assert.equal(data.fields?.find(({ pointer }) => pointer === '/name')?.message, text);
      },
    },
  },
]);
