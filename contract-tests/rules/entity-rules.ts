import { type Entity, entityShape, recordSchema } from '../contract/entities.ts';
import type { Contract } from '../contract/types.ts';

export type EntityRule = (entity: Entity, contract: Contract) => string[];

const everyList = ['page', 'pageSize', 'q', 'status', 'sort'];
const everyRecord = ['id', 'status', 'version', 'createTime', 'updateTime', 'createdBy', 'updatedBy'];

export const entityRules: Record<string, EntityRule> = {
  'has all operations of a record': (entity) =>
    Object.entries(entityShape)
      .filter(([verb]) => !(verb in entity.operations && entity.operations[verb as keyof typeof entityShape])) // Cast: a key of that table.
      .map(([verb, [method, suffix]]) => `add ${method.toUpperCase()} ${entity.path}${suffix} (${verb})`),
  'lists by page, text, status and order': ({ operations: { list } }) => {
    const taken = list?.parameters.map(({ name }) => name) ?? [];
    return everyList.filter((name) => !taken.includes(name)).map((name) => `let the list take ${name}`);
  },
  'has what every record has': (entity, contract) => {
    const schema = recordSchema(contract, entity);
    const required = schema?.required ?? [];
    return everyRecord.filter((name) => !required.includes(name)).map((name) => `require ${name} on the record`);
  },
  'says which fields approval needs': (entity, contract) => {
    const schema = recordSchema(contract, entity);
    const needed = schema?.['x-required-to-approve'];
    if (!needed) return ['add x-required-to-approve to the record, empty where nothing more is needed'];
    return needed
      .filter((name) => !schema.properties?.[name])
      .map((name) => `x-required-to-approve names ${name}, which the record does not have`);
  },
};
