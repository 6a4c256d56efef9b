import type { ValidateFunction } from 'ajv';
import type { Operation } from './contract.ts';
import { answerSchemaAt } from './validators.ts';

const schemas = new Map<string, ValidateFunction>();

/** Throws where an answer is not one that the contract declares; the message names the operation and the place. */
export function checkAnswer(operation: Operation, status: number, answer: unknown): void {
  const pointer = operation.answers[status];
  if (!pointer) throw new Error(`${operation.id} answered ${status}, which the contract does not declare`);
  const validate = schemas.get(pointer) ?? answerSchemaAt(pointer);
  schemas.set(pointer, validate);
  // a Date becomes what the client will see
  if (validate(JSON.parse(JSON.stringify(answer)))) return;
  const places = validate.errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ');
  throw new Error(`${operation.id} answered ${status} against the contract: ${places}`);
}
