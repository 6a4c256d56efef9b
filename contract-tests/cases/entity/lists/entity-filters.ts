import assert from 'node:assert/strict';
import { type BodyField, valueAt, withValue } from '../../../contract/body-fields.ts';
import { resolve } from '../../../contract/contract.ts';
import { takesRange } from '../../../contract/operations.ts';
import type { Contract, Parameter } from '../../../contract/types.ts';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import { type TestedEntity, unchangedBody } from '../../../suite/records/tested-entity.ts';
import { columnPath, valuesAt } from '../../../suite/values/column-values.ts';
import { sampleValue } from '../../../suite/values/sample-values.ts';
import { assertListed, recordsIn } from './listed-records.ts';

/** The parameters that every list has. The others filter by a column. */
const commonParameters = ['page', 'pageSize', 'q', 'sort', 'status', 'not', 'empty', 'filled', 'asOf'];
const newestFirst = { sort: '-createTime', pageSize: 100 };

export function filterAndSearchCases(entity: TestedEntity, contract: Contract): Case[] {
  return [...filterCases(entity, contract), ...codeSearchCases(entity, contract), ...chineseNameSearchCases(entity)];
}

function filterCases(entity: TestedEntity, contract: Contract): Case[] {
  const filters = entity.operations.list.parameters.filter(
    ({ in: location, name }) => location === 'query' && !commonParameters.includes(name),
  );
  return filters.flatMap((parameter): Case[] => {
    const { name, schema } = parameter;
    const path = columnPath(entity, name);
    const values = (schema.items ? resolve(contract, schema.items) : schema).enum ?? [];
    return path
      ? [filterCase(entity, contract, parameter, path)]
      : values.map((value) => acceptedValueCase(entity, name, value));
  });
}

function filterCase(entity: TestedEntity, contract: Contract, parameter: Parameter, path: string[]): Case {
  const { name } = parameter;
  const isRange = takesRange(parameter);
  return {
    entity,
    operationId: entity.operations.list.id,
    name: `filters by ${name}`,
    needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: isSetInExample(entity, path) },
    request: async (context) => {
      await ensureValue(context, path, contract);
      const [value] = valuesAt(context.record, path);
      // an open range, as the end of a range of times is excluded
      return { query: { [name]: isRange ? `${value}..` : String(value), ...newestFirst } };
    },
    expect: {
      status: 200,
      check: (response, context) => {
        assertListed(response, context);
        const [expectedValue] = valuesAt(context.record, path);
        const isNotBelow = (value: unknown) =>
          Number.isFinite(Number(value))
            ? Number(value) >= Number(expectedValue)
            : String(value) >= String(expectedValue);
        const matches = (value: unknown) =>
          isRange
            ? value !== null && isNotBelow(value)
            : value === expectedValue || (name === 'name' && String(value).includes(String(expectedValue)));
        const nonMatching = recordsIn(response).find((record) => !valuesAt(record, path).some(matches));
        assert.ok(
          !nonMatching,
          `a record with ${nonMatching && JSON.stringify(valueAt(nonMatching, path))} is among the items`,
        );
      },
    },
  };
}

function acceptedValueCase(entity: TestedEntity, name: string, value: string): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: `accepts ${name}=${value}`,
    needs: { role: 'viewer' },
    request: () => ({ query: { [name]: value } }),
    expect: { status: 200 },
  };
}

/** Whether `q` finds a value: a code of the record itself, or what says so within a list. */
const isSearchedAsCode = ({ path, schema }: BodyField): boolean =>
  schema['x-search'] === 'code' || (schema['x-case'] === 'upper' && path.length === 1);

/** Tests that `q` finds a record by each of its codes. */
function codeSearchCases(entity: TestedEntity, contract: Contract): Case[] {
  const codes = entity.fields.filter(
    (field) => !field.readOnly && !field.schema['x-reference'] && isSearchedAsCode(field),
  );
  return codes.map(({ path }) => ({
    entity,
    operationId: entity.operations.list.id,
    name: `finds a record by ${path.join('/')}`,
    needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: isSetInExample(entity, path) },
    request: async (context) => {
      await ensureValue(context, path, contract);
      return { query: { q: String(valueAt(context.record, path)), ...newestFirst } };
    },
    expect: { status: 200, check: assertListed },
  }));
}

function chineseNameSearchCases(entity: TestedEntity): Case[] {
  if (!entity.fields.some(({ path }) => path[0] === 'locales')) return [];
  return [
    {
      entity,
      operationId: entity.operations.list.id,
      name: 'finds a record by part of its Chinese name',
      needs: { role: 'viewer', recordState: 'pending' },
      request: async (context) => {
        await setValue(context, ['locales', 'zh-CN', 'name'], '甲乙示例丙丁');
        return { query: { q: '乙示例', ...newestFirst } };
      },
      expect: { status: 200, check: assertListed },
    },
  ];
}

/** Sets a field of the record if the example leaves it empty or false, which would not show that the filter works. */
async function ensureValue(context: CaseContext, path: string[], contract: Contract): Promise<void> {
  const { entity, backend, record, records } = context;
  if (isSetInExample(entity, path)) return;
  const { schema = {} } = entity.fields.find((field) => field.path.join() === path.join()) ?? {};
  const target = schema['x-reference'];
  const value = target
    ? (await backend.referenceTargets.findOrCreateOther(target, record.code, records)).code
    : sampleValue(contract, schema);
  await setValue(context, path, value);
}

function isSetInExample({ example }: TestedEntity, path: string[]): boolean {
  const [value] = valuesAt(example, path);
  return value !== null && value !== undefined && value !== false;
}

async function setValue(context: CaseContext, path: string[], value: unknown): Promise<void> {
  const body = withValue(unchangedBody(context.entity, context.record), path, value);
  const { data } = await context.call('update', 'editor', { ...versionedTarget(context.record), body });
  Object.assign(context.record, data.record);
}
