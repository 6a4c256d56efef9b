import assert from 'node:assert/strict';
import { withValue } from '../../../contract/body-fields.ts';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { recordsIn } from '../lists/listed-records.ts';

/** Tests how `q` finds records: by any name, by pinyin and its initials, the best match first, and nothing that does not match. */
export function searchResultCases(entity: TestedEntity): Case[] {
  if (!entity.fields.some(({ path }) => path[0] === 'locales')) return [];
  /** Creates a record with a Chinese name, an alias and a German name, and looks for it. */
  const find = (what: string, q: string, isFound = true): Case[] =>
    [entity.operations.list.id, 'searchRecords'].map((operationId) => ({
      entity,
      operationId,
      name: `${isFound ? 'finds' : 'does not find'} a ${entity.tag} by ${what}`,
      equivalenceKey: `${operationId === 'searchRecords' ? operationId : 'list'}: finds by ${what}`,
      needs: { role: 'viewer' },
      request: async (context) => {
        const body = { ...(await context.freshBody()), name: 'Qxvalley Wjtown', locales };
        await context.records.create(entity, 'pending', 'editor', body);
        return { query: operationId === 'searchRecords' ? { q, limit: 50 } : { q, pageSize: 100 } };
      },
      expect: {
        status: 200,
        check: (response, { records }) => {
          const { id } = records.lastCreated(entity);
          const isAmong = idsIn(response, entity).includes(id);
          assert.ok(isAmong === isFound, `/data/items: ${q} ${isFound ? 'finds' : 'does not find'} the record ${id}`);
        },
      },
    }));
  return [
    ...find('part of its Chinese name', '瑶玥'),
    ...find('pinyin', 'qiongyaoyue'),
    ...find('pinyin in syllables', 'qiong yao yue'),
    ...find('the initials of its pinyin', 'qyyz'),
    ...find('the beginning of a word of its name', 'wjto'),
    ...find('its words in another order', 'wjtown qxvalley'),
    ...find('an alias', 'Kxverlorn'),
    ...find('a name in another language', 'Zqdorf'),
    ...find('a name in other case', 'QXVALLEY'),
    ...find('a word that it does not have', 'qxvalley nowherexq', false),
    ...find('the middle of a word of its name', 'jtown', false),
    ...find('the end of an alias', 'verlorn', false),
    ...bestMatchCases(entity),
  ];
}

const locales = {
  'zh-CN': { name: '琼瑶玥镇', aliases: ['Kxverlorn'] },
  de: { name: 'Zqdorf' },
};

function idsIn(response: ApiResponse, entity: TestedEntity): number[] {
  // Cast: validated before; items of a list have no entity.
  const items = (response.data.items ?? []) as (RecordData & { entity?: string })[];
  return items.filter((item) => item.entity === undefined || item.entity === entity.tag).map(({ id }) => id);
}

/** Tests that the record with the code comes before one with a name like it, and that no more come than are asked for. */
function bestMatchCases(entity: TestedEntity): Case[] {
  /** Creates a record with a code, and another with the code in its name before or after it. */
  const createTwo = async (context: CaseContext, order: 'code first' | 'name first' = 'code first') => {
    const withCode = await context.freshBody();
    const code = String(withCode[entity.identityField]);
    const withName = withValue(await context.freshBody(), ['name'], `${code} Hotel`);
    for (const body of order === 'code first' ? [withCode, withName] : [withName, withCode])
      await context.records.create(entity, 'pending', 'editor', body);
    return code;
  };
  return [
    ...(['code first', 'name first'] as const).map((order): Case => {
      let code = '';
      return {
        entity,
        operationId: entity.operations.list.id,
        name: `lists the record with the code before one with a name that holds it, created ${order}`,
        equivalenceKey: `list: best match, created ${order}`,
        needs: { role: 'viewer' },
        request: async (context) => {
          code = await createTwo(context, order);
          return { query: { q: code, pageSize: 100 } };
        },
        expect: {
          status: 200,
          check: (response) => {
            const [best, ...others] = recordsIn(response);
            assert.equal(best?.code, code, 'the code comes first');
            assert.ok(
              others.some(({ name }) => name === `${code} Hotel`),
              'the name is found too',
            );
          },
        },
      };
    }),
    {
      entity,
      operationId: 'searchRecords',
      name: `finds a ${entity.tag} by its code first, and no more than the limit`,
      equivalenceKey: 'finds by code first, and no more than the limit',
      needs: { role: 'viewer' },
      request: async (context) => ({ query: { q: await createTwo(context), limit: 1 } }),
      expect: {
        status: 200,
        check: ({ data }, { records }) => {
          const items = data.items as RecordData[]; // Cast: validated before.
          assert.equal(items.length, 1);
          const { name } = records.lastCreated(entity);
          const [best] = items.filter((item) => item.entity === entity.tag);
          // a record of another kind may have the same text as another code
          if (best) assert.equal(String(best.code).toLowerCase(), String(name).replace(' Hotel', '').toLowerCase());
        },
      },
    },
  ];
}
