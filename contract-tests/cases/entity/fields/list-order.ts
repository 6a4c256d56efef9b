import assert from 'node:assert/strict';
import type { BodyField } from '../../../contract/body-fields.ts';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import { type Body, type TestedEntity, unchangedBody } from '../../../suite/records/tested-entity.ts';
import { writableFields } from '../../../suite/values/field-changes.ts';

/** Lists whose items are in no order that a backend would bring them into. */
const lists: Record<string, unknown[]> = {
  bookingClasses: ['M', 'Y', 'B', 'A'],
  operatorCodes: [
    { operator: 'SNCF', code: 'FRPLY' },
    { operator: 'DB', code: '8011160' },
    { operator: 'OEBB', code: 'A1' },
  ],
  openingHours: [
    { days: ['SU', 'SA'], opens: '08:00', closes: '20:00' },
    { days: ['FR', 'MO', 'WE'], opens: '05:00', closes: '23:30' },
  ],
};
const locales = {
  'zh-CN': { name: '示例', aliases: ['乙', '丙', '甲'] },
  en: { name: 'Example', aliases: ['Two', 'one', 'Three'] },
};

/** Tests that the items of lists stay in the order in which they were sent, wherever a record is read. */
export function listOrderCases(entity: TestedEntity): Case[] {
  const listFields = writableFields(entity).filter(({ schema }) => schema.type === 'array');
  const hasLocales = writableFields(entity).some(({ path }) => path[0] === 'locales');
  if (listFields.length === 0 && !hasLocales) return [];
  let expected: Body;
  return [
    {
      entity,
      operationId: entity.operations.update.id,
      name: 'keeps the items of lists in the order in which they were sent',
      needs: { role: 'editor', recordState: 'pending' },
      request: async (context) => {
        expected = hasLocales ? { locales } : {};
        for (const field of listFields) expected[field.path[0] ?? ''] = await itemsOf(context, field);
        const body = { ...unchangedBody(entity, context.record), ...expected };
        return { ...versionedTarget(context.record), body };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { id } = context.record;
          const name = String(context.record[entity.searchField]);
          const read = await context.call('get', 'viewer', { params: { id } });
          const list = await context.call('list', 'viewer', { query: { [entity.searchField]: name } });
          const listed = (list.data.items as { id: number }[]).find((item) => item.id === id); // Cast: validated by its own cases.
          for (const record of [data.record, read.data.record, listed])
            for (const [field, items] of Object.entries(expected))
              assert.deepEqual((record as Body | undefined)?.[field], items, field); // Cast: a record has its fields.
          // another order is another value
          const reversed = Object.fromEntries(
            Object.entries(expected).map(([field, items]) => [
              field,
              Array.isArray(items) ? items.toReversed() : items,
            ]),
          );
          const body = { ...unchangedBody(entity, data.record ?? context.record), ...reversed };
          const again = await context.call('update', 'editor', { params: { id }, version: '*', body });
          for (const [field, items] of Object.entries(reversed))
            assert.deepEqual(again.data.record?.[field], items, field);
        },
      },
    },
  ];
}

/** Returns items for a field, of references the codes of two records from the last to the first. */
async function itemsOf({ backend, entity, record, records }: CaseContext, { path: [name = ''] }: BodyField) {
  const reference = entity.references.find(({ path }) => path[0] === name);
  if (!reference) {
    const items = lists[name];
    if (!items) throw new Error(`no items for the list ${name}; add some to cases/entity/fields/list-order.ts`);
    return items;
  }
  const toItem = (code: unknown) =>
    reference.path.length > 2 ? { [reference.path[2] ?? '']: code, distance: 12.5 } : code;
  const [first] = record[name] as (string | Record<string, string>)[]; // Cast: the example has one.
  const code = typeof first === 'string' ? first : first?.[reference.path[2] ?? ''];
  const other = await backend.referenceTargets.findOrCreateOther(reference.target, code, records);
  return [code, other.code].map(String).toSorted().toReversed().map(toItem);
}
