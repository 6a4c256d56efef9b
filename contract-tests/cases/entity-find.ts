import assert from 'node:assert/strict';
import { valueAt, withValue } from '../contract/places.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { bodyOf, type Kind } from '../suite/kind.ts';
import { targetOf } from '../suite/records.ts';
import { sampleOf } from '../suite/samples.ts';
import type { Scene } from '../suite/scene.ts';
import { columnPath, valuesAt } from './column.ts';
import { expectFound, recordsOf } from './listed.ts';

/** Parameters of every list; the others are column filters. */
const commonParameters = ['page', 'pageSize', 'q', 'sort', 'status'];
const newestFirst = { sort: '-createTime', pageSize: 100 };

export function findCases(kind: Kind, contract: Contract): Case[] {
  return [...filterCases(kind, contract), ...codeCases(kind, contract), ...chineseCases(kind)];
}

function filterCases(kind: Kind, contract: Contract): Case[] {
  const filters = kind.ops.list.parameters.filter(
    ({ in: place, name }) => place === 'query' && !commonParameters.includes(name),
  );
  return filters.flatMap(({ name, schema }): Case[] => {
    const path = columnPath(kind, name);
    const values = schema.enum ?? [];
    return path ? [filterCase(kind, contract, name, path)] : values.map((value) => acceptedCase(kind, name, value));
  });
}

function filterCase(kind: Kind, contract: Contract, name: string, path: string[]): Case {
  return {
    kind,
    operationId: kind.ops.list.id,
    name: `filters by ${name}`,
    needs: { as: 'viewer', record: 'pending', shared: isGiven(kind, path) },
    request: async (scene) => {
      await ensureValue(scene, path, contract);
      const [value] = valuesAt(scene.record, path);
      return { query: { [name]: String(value), ...newestFirst } };
    },
    expect: {
      status: 200,
      check: (answer, scene) => {
        expectFound(answer, scene);
        const [expectedRecord] = valuesAt(scene.record, path);
        const matches = (value: unknown) =>
          value === expectedRecord || (name === 'name' && String(value).includes(String(expectedRecord)));
        const nonMatching = recordsOf(answer).find((record) => !valuesAt(record, path).some(matches));
        assert.ok(
          !nonMatching,
          `a record with ${nonMatching && JSON.stringify(valueAt(nonMatching, path))} is among the items`,
        );
      },
    },
  };
}

function acceptedCase(kind: Kind, name: string, value: string): Case {
  return {
    kind,
    operationId: kind.ops.list.id,
    name: `takes ${name} ${value}`,
    needs: { as: 'viewer' },
    request: () => ({ query: { [name]: value } }),
    expect: { status: 200 },
  };
}

/** `q` finds a record by each of its codes. */
function codeCases(kind: Kind, contract: Contract): Case[] {
  const codes = kind.places.filter(
    ({ schema, readOnly }) =>
      !readOnly && !schema['x-reference'] && (schema['x-search'] === 'code' || schema['x-case'] === 'upper'),
  );
  return codes.map(({ path }) => ({
    kind,
    operationId: kind.ops.list.id,
    name: `finds by ${path.join('/')}`,
    needs: { as: 'viewer', record: 'pending', shared: isGiven(kind, path) },
    request: async (scene) => {
      await ensureValue(scene, path, contract);
      return { query: { q: String(valueAt(scene.record, path)), ...newestFirst } };
    },
    expect: { status: 200, check: expectFound },
  }));
}

function chineseCases(kind: Kind): Case[] {
  if (!kind.places.some(({ path }) => path[0] === 'locales')) return [];
  return [
    {
      kind,
      operationId: kind.ops.list.id,
      name: 'finds by part of the Chinese name',
      needs: { as: 'viewer', record: 'pending' },
      request: async (scene) => {
        await setValue(scene, ['locales', 'zh-CN', 'name'], '甲乙示例丙丁');
        return { query: { q: '乙示例', ...newestFirst } };
      },
      expect: { status: 200, check: expectFound },
    },
  ];
}

/** Sets a field of the record that is empty, or whose value would not prove the filter. */
async function ensureValue(scene: Scene, path: string[], contract: Contract): Promise<void> {
  const { kind, backend, record, records } = scene;
  if (isGiven(kind, path)) return;
  const { schema = {} } = kind.places.find((one) => one.path.join() === path.join()) ?? {};
  const target = schema['x-reference'];
  const value = target
    ? (await backend.targets.another(target, record.code, records)).code
    : sampleOf(contract, schema);
  await setValue(scene, path, value);
}

function isGiven({ example }: Kind, path: string[]): boolean {
  const [value] = valuesAt(example, path);
  return value !== null && value !== undefined && value !== false;
}

async function setValue(scene: Scene, path: string[], value: unknown): Promise<void> {
  const body = withValue(bodyOf(scene.kind, scene.record), path, value);
  const { data } = await scene.call('update', 'editor', { ...targetOf(scene.record), body });
  Object.assign(scene.record, data.record);
}
