import { type Entity, entityShape, recordSchema } from '../contract/entities.ts';
import type { Contract } from '../contract/types.ts';

export type EntityRule = (entity: Entity, contract: Contract) => string[];

const listParameters = ['page', 'pageSize', 'q', 'status', 'sort'];
const recordFields = ['id', 'status', 'version', 'createTime', 'updateTime', 'createdBy', 'updatedBy'];

export const entityRules: Record<string, EntityRule> = {
  'has all operations of a record': (entity) =>
    Object.entries(entityShape)
      .filter(([verb]) => !(verb in entity.operations && entity.operations[verb as keyof typeof entityShape])) // Cast: a key of that table.
      .map(([verb, [method, suffix]]) => `add ${method.toUpperCase()} ${entity.path}${suffix} (${verb})`),
  'lists by page, text, status and order': ({ operations: { list } }) => {
    const parameterNames = list?.parameters.map(({ name }) => name) ?? [];
    return listParameters.filter((name) => !parameterNames.includes(name)).map((name) => `let the list take ${name}`);
  },
  'has what every record has': (entity, contract) => {
    const schema = recordSchema(contract, entity);
    const required = schema?.required ?? [];
    return recordFields.filter((name) => !required.includes(name)).map((name) => `require ${name} on the record`);
  },
  'says which fields approval needs': (entity, contract) => {
    const schema = recordSchema(contract, entity);
    const requiredToApprove = schema?.['x-required-to-approve'];
    if (!requiredToApprove) return ['add x-required-to-approve to the record, empty where nothing more is needed'];
    return requiredToApprove
      .filter((name) => !schema.properties?.[name])
      .map((name) => `x-required-to-approve names ${name}, which the record does not have`);
  },
};
