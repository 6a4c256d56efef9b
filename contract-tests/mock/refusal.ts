import { fillPlaceholders, type Language } from '../contract/texts.ts';
import type { Contract, Texts } from '../contract/types.ts';

export type TextParameters = Record<string, string | number | Texts>;

/** A violated rule at a field. */
export interface FieldFault {
  pointer: string;
  rule: string;
  parameters?: TextParameters;
}

interface RefusalDetails {
  fields?: FieldFault[];
  /** The current record or proposal. */
  current?: object;
  references?: { total: number };
  permission?: string;
  parameters?: TextParameters;
}

/** An error of the contract, which the mock answers in the error envelope. */
export class Refusal extends Error {
  readonly status: number;
  readonly key: string;
  readonly details: RefusalDetails;

  constructor(status: number, key: string, details: RefusalDetails = {}) {
    super(key);
    this.status = status;
    this.key = key;
    this.details = details;
  }
}

export const notFound = () => new Refusal(404, 'notFound');
export const invalid = (...fields: FieldFault[]) => new Refusal(422, 'validationError', { fields });
export const conflict = (key: string, details: RefusalDetails = {}) => new Refusal(409, key, details);
export const forbidden = (permission: string) => new Refusal(403, 'forbidden', { permission });

/** Returns the envelope of a refusal, with its messages in a language. */
export function refusalEnvelope(contract: Contract, { status, key, details }: Refusal, language: Language): object {
  const { fields, current, references, permission, parameters } = details;
  const text = (schema: 'ErrorKey' | 'Rule', name: string, values: TextParameters = {}) =>
    fillPlaceholders(
      contract.components.schemas[schema]?.['x-text']?.[name]?.[language] ?? name,
      Object.fromEntries(
        Object.entries(values).map(([placeholder, value]) => [placeholder, inLanguage(value, language)]),
      ),
    );
  return {
    code: status,
    message: text('ErrorKey', key, { count: references?.total ?? fields?.length ?? 0, ...parameters }),
    data: {
      key,
      traceId: 'mock',
      ...(fields && {
        fields: fields.map(({ pointer, rule, parameters: values }) => ({
          pointer,
          rule,
          message: text('Rule', rule, values),
        })),
      }),
      ...(current && { current }),
      ...(references && { references }),
      ...(permission && { permission }),
    },
  };
}

const inLanguage = (value: string | number | Texts, language: Language): string =>
  typeof value === 'object' ? value[language] : String(value);
