import { randomBytes, randomInt } from 'node:crypto';
import type { Case } from '../../../suite/case.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import { findInBulkChange, findInExport, findInList } from '../batches/batch-filters.ts';

const beginnings = ['Vale', 'Dale', 'Le Val'];
const word = () => `q${randomBytes(5).toString('hex')}`;

/** A whole name, and parts of it that begin with a later word. */
const partsOf = (name: string): string[] => {
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  return [name, words.slice(1).join(' '), last, last.slice(0, 8)];
};

/** Tests that the filter by name finds a part of a name, in the middle or at its end, whatever language it is in. */
export function nameFilterCases(entity: TestedEntity): Case[] {
  const { list, export: exportOperation, bulkMatching } = entity.operations;
  const hasLocales = entity.fields.some(({ path }) => path[0] === 'locales');
  if (!hasLocales || !list.parameters.some(({ name }) => name === 'name')) return [];
  const tries = [
    { operation: list, status: 200, find: findInList, input: { query: {} } },
    { operation: exportOperation, status: 200, find: findInExport, input: { query: { format: 'ndjson' } } },
    {
      operation: bulkMatching,
      status: 409,
      find: findInBulkChange,
      input: { query: {}, body: { action: 'activate', total: 99 } },
    },
  ];
  return tries.map(({ operation, status, find, input }) => {
    let names: string[] = [];
    let chinese = '';
    return {
      entity,
      operationId: operation.id,
      name: 'finds part of a name in every language by the filter name',
      needs: { role: 'admin' },
      request: async (context) => {
        names = [word(), word(), word()].map((text, index) => `${beginnings[index]} ${text} ${word()}`);
        chinese = Array.from({ length: 7 }, () => String.fromCodePoint(randomInt(0x4e00, 0x9fa0))).join('');
        const locales = { 'zh-CN': { name: chinese }, en: { name: names[1] }, 'fr-CH': { name: names[2] } };
        const body = { ...(await context.freshBody()), name: names[0], locales };
        await context.records.create(entity, 'pending', 'editor', body);
        return { ...input, query: { ...input.query, name: chinese.slice(2, 5) } };
      },
      expect: {
        status,
        ...(status === 409 && { key: 'matchesChanged' }),
        check: async (_, context) => {
          const record = context.records.lastCreated(entity);
          for (const part of [...names.flatMap(partsOf), chinese, chinese.slice(2, 5), chinese.slice(3)])
            await find(context, { name: part }, [record]);
          await find(context, { name: `${names[0]} ${word()}` }, []);
        },
      },
    };
  });
}
