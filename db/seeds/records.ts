/** Values in the contract's form: codes for references, null for what is absent. A Date is a point in time. */
export type Fields = Record<string, unknown>;

/** An entity and the references of its fields. */
export type Kind = {
  /** Its key in the contract, and the name of its table. */
  key: string;
  references?: Record<string, string>;
  /** Fields with a list of references: codes, or objects with the code in `member`. */
  lists?: Record<string, { kind: string; member?: string }>;
};

export type StarterRecord = { fields: Fields; warnings?: Fields[] };

/** Names in both languages; the English one is the record's own. */
export function localesOf(zh: string, en: string): Fields {
  return { 'zh-CN': { name: zh }, en: { name: en } };
}
