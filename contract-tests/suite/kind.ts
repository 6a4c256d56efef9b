import {
  type Entity,
  type EntityVerb,
  entityShape,
  recordSchema,
  withoutNull,
  writeSchema,
} from '../contract/entities.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract, Schema, Texts } from '../contract/types.ts';
import type { RecordData } from './data.ts';

export type Body = Record<string, unknown>;

/** A kind of record as the cases need it, all of it read from the contract. */
export interface Kind {
  tag: string;
  label: Texts;
  ops: Record<EntityVerb, Operation>;
  write: Schema;
  /** A body that can be saved, but for a free value of `identity`. */
  example: Body;
  /** The field that no two records share. */
  identity: string;
  identitySchema: Schema;
  neededToApprove: string[];
}

export function kindOf(contract: Contract, entity: Entity): Kind {
  const write = writeSchema(contract, entity);
  const record = recordSchema(contract, entity);
  const missing = Object.keys(entityShape).filter((verb) => !entity.operations[verb as EntityVerb]); // Cast: its own keys.
  if (!write || !record || !entity.label || missing.length > 0) {
    throw new Error(`${entity.tag} is incomplete (${missing.join(', ')}); rules.test.ts says what to add`);
  }
  const identity = identityOf(contract, write);
  return {
    tag: entity.tag,
    label: entity.label,
    ops: entity.operations as Record<EntityVerb, Operation>, // Cast: none is missing, as checked above.
    write,
    example: entity.operations.create?.body?.example as Body, // Cast: Redocly checks it against the write schema.
    identity,
    identitySchema: withoutNull(contract, write.properties?.[identity] ?? {}),
    neededToApprove: record['x-required-to-approve'] ?? [],
  };
}

function identityOf(contract: Contract, write: Schema): string {
  if (write.properties?.code) return 'code';
  const tells = (name: string) => {
    const { pattern, format } = withoutNull(contract, write.properties?.[name] ?? {});
    return name !== 'name' && (pattern !== undefined || format === 'date-time');
  };
  const found = write.required?.find(tells);
  if (!found) throw new Error('no required field tells two records apart; give one a pattern or the format date-time');
  return found;
}

/** What to send to keep a record as it is. */
export function bodyOf(kind: Kind, record: RecordData): Body {
  return Object.fromEntries(Object.keys(kind.write.properties ?? {}).map((name) => [name, record[name]]));
}
