import { type Entity, entityRoutes, recordSchema } from '../contract/entities.ts';
import type { Contract } from '../contract/types.ts';

export type EntityRule = (entity: Entity, contract: Contract) => string[];

const listParameters = ['page', 'pageSize', 'q', 'status', 'sort'];
const recordFields = ['id', 'status', 'version', 'createTime', 'updateTime', 'createdBy', 'updatedBy'];

export const entityRules: Record<string, EntityRule> = {
  'has all operations of a record': (entity) =>
    Object.entries(entityRoutes)
      .filter(([verb]) => !(verb in entity.operations && entity.operations[verb as keyof typeof entityRoutes])) // Cast: a key of entityRoutes.
      .map(([verb, [method, suffix]]) => `add ${method.toUpperCase()} ${entity.path}${suffix} (${verb})`),
  'has the common list parameters': ({ operations: { list } }) => {
    const parameterNames = list?.parameters.map(({ name }) => name) ?? [];
    return listParameters
      .filter((name) => !parameterNames.includes(name))
      .map((name) => `add the parameter ${name} to the list`);
  },
  'has the fields of every record': (entity, contract) => {
    const schema = recordSchema(contract, entity);
    const required = schema?.required ?? [];
    return recordFields.filter((name) => !required.includes(name)).map((name) => `require ${name} on the record`);
  },
  'declares the fields that approval needs': (entity, contract) => {
    const schema = recordSchema(contract, entity);
    const requiredToApprove = schema?.['x-required-to-approve'];
    if (!requiredToApprove)
      return ['add x-required-to-approve to the record, an empty list if approval needs no more fields'];
    return requiredToApprove
      .filter((name) => !schema.properties?.[name])
      .map((name) => `x-required-to-approve names ${name}, which the record does not have`);
  },
};
