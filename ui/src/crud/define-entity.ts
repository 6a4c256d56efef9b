import type { ComponentType, ReactNode } from 'react';
import {
  type BodyName,
  type EntityKey,
  enums,
  type Language,
  type List,
  lists,
  references,
  resources,
  routes,
  type Schemas,
} from '#api/metadata.gen.ts';
import type { FieldError } from '#api/problem.ts';
import type { IconName } from '#kit/buttons/icon.tsx';
import type { Column } from '#kit/table/data-table-types.ts';

/** A record of any entity; the entity's own columns and fields know its exact type. */
export interface AnyRecord {
  id: number;
  /** A rate has no code, name or locales: its title consists of its currency pair and source. */
  code?: string;
  name?: string;
  locales?: Schemas['Locales'];
  status: Schemas['Status'];
  version: number;
  createTime: string;
  updateTime: string;
  createdBy: string;
  updatedBy: string;
  warnings: Schemas['Warning'][];
}

export type Values = Record<string, unknown>;

/** Data that cells need besides their record. */
export interface CellContext {
  language: Language;
  labels: Schemas['Labels'];
  /** The most digits after the decimal point on the page, by column. */
  fractionDigits: Readonly<Record<string, number>>;
  /** Says what a change set will do to a record; undefined where none will. */
  upcoming?: ((record: AnyRecord) => ReactNode) | undefined;
}

export interface ColumnSpec {
  /** The name of the displayed field; the label's text key is `field.<id>`. */
  id: string;
  /** The width in pixels before the content has been measured. */
  width: number;
  align?: 'end';
  /** A text that may be cut where the table has too little room. Codes, times and figures are never cut. */
  truncates?: boolean;
  /** Where a narrow screen shows the column; without it, only in the record. */
  onPhone?: Column<never>['onPhone'];
  /** Set if the list's `sort` parameter does not support the field. */
  unsortable?: true;
  /** Set if the column is shown only when the user chooses it. */
  hiddenByDefault?: true;
  cell: (record: AnyRecord & Values, context: CellContext) => ReactNode;
  /** Whether the cell shows nothing, where that does not follow from the field's value. */
  isEmpty?: (record: AnyRecord & Values) => boolean;
  /** The field is a decimal as text; its cells align by the decimal point. */
  decimal?: true;
}

/** How a field is compared in a condition of a list. */
export type Operator = 'is' | 'anyOf' | 'isNot' | 'between' | 'empty' | 'filled';

export interface FilterSpec {
  /** The name of the query parameter; the label's text key is `field.<id>`. */
  id: string;
  /** The options; without options and entity, the filter is a text input. */
  values?: readonly string[];
  /** The entity whose records are the options; the value is a record's code. */
  entity?: EntityKey;
  /** What a filter by a range takes; days are those of the viewer, also where the server compares times. */
  range?: List['ranges'][string];
  /** The operators that conditions on this field can use. */
  operators: readonly Operator[];
  /** The value that applies if the URL has none. A filter with a default always applies, and is shown as a segmented control. */
  defaultValue?: string;
}

/** The parts of an entity's form, loaded when it opens. */
export interface FormParts {
  /** The fields in their sections. */
  Fields: ComponentType;
  /** Additional panels in the side column of a form page. */
  Aside?: ComponentType;
  /** The initial values of a new record. */
  initialValues?: () => Values;
  /** Reports conflicts with referenced records before saving; the server validates them again. */
  check?: (values: Values, language: Language) => FieldError[];
}

export interface FormUi {
  load: () => Promise<FormParts>;
  /** A drawer beside the list, a dialog over it, or a separate page. */
  layout: 'panel' | 'dialog' | { page: FormPath };
  /** Loads a reduced set of fields for a dialog over the list. */
  quickEdit?: () => Promise<FormParts>;
}

/** An entity's own part of the record card, in addition to the common list of fields. */
export type CardPart = ComponentType<{ entity: EntityKey; record: AnyRecord & Values }>;

export interface EntityUi {
  key: EntityKey;
  /** The path of its list page. */
  path: ListPath;
  /** The path of its collection in the contract. */
  resource: string;
  /** The schema of its request body. */
  schema: BodyName;
  icon: IconName;
  /** The columns between name and status. */
  columns: readonly ColumnSpec[];
  filters: readonly FilterSpec[];
  form: FormUi;
}

/** The path of an entity's list page. */
export type ListPath = (typeof routes)[EntityKey];
/** The path of an entity's form page. */
export type FormPath = `${(typeof routes)['airport' | 'cabin' | 'eurail_station' | 'protocol' | 'train_station']}/form`;

const registeredEntities = new Map<EntityKey, EntityUi>();

interface EntityDefinition extends Omit<EntityUi, 'path' | 'resource' | 'filters'> {
  /** The first filters of the menu, in this order. */
  leadingFilters?: readonly string[];
  /** The default values of the filters that are always in force. */
  defaultFilters?: Readonly<Record<string, string>>;
}

/**
 * Derives the filters of an entity's list from the contract: choices first, then ranges, texts, and fields that are only empty or not,
 * each in the contract's order.
 */
function entityFilters({ key, schema, leadingFilters = [], defaultFilters = {} }: EntityDefinition): FilterSpec[] {
  const { filters, ranges, negatable, emptiable } = lists[key];
  const operatorsOf = (id: string, ...operators: Operator[]): Operator[] => [
    ...operators,
    ...(negatable.includes(id) ? (['anyOf', 'isNot'] as const) : []),
    ...(emptiable.includes(id) ? (['empty', 'filled'] as const) : []),
  ];
  const specs = Object.entries(filters).map(([id, filter]): FilterSpec => {
    const operators = operatorsOf(id, 'is');
    const entity = references[schema]?.[id] ?? references[schema]?.[`${id}/*`];
    if (entity) return { id, operators, entity };
    const valuesOrMaxLength = typeof filter === 'string' ? enums[filter] : filter;
    const defaultValue = defaultFilters[id];
    return typeof valuesOrMaxLength === 'number'
      ? { id, operators }
      : { id, operators, values: valuesOrMaxLength, ...(defaultValue !== undefined && { defaultValue }) };
  });
  const rangeSpecs = Object.entries(ranges).map(([id, range]) => ({
    id,
    range,
    operators: operatorsOf(id, 'between'),
  }));
  const otherFields = emptiable.filter((id) => !(id in filters) && !(id in ranges));
  const otherSpecs = otherFields.map((id) => ({ id, operators: operatorsOf(id) }));
  const isChoice = ({ entity, values }: FilterSpec) => entity !== undefined || values !== undefined;
  const inOrder: FilterSpec[] = [
    ...specs.filter(isChoice),
    ...rangeSpecs,
    ...specs.filter((spec) => !isChoice(spec)),
    ...otherSpecs,
  ];
  const leading = leadingFilters.flatMap((id) => inOrder.filter((spec) => spec.id === id));
  return [...leading, ...inOrder.filter((spec) => !leading.includes(spec))];
}

/** Registers an entity's user interface; its page, collection and filters are derived from the contract. */
export function defineEntity(definition: EntityDefinition): EntityUi {
  const { key } = definition;
  const entity = { ...definition, path: routes[key], resource: resources[key], filters: entityFilters(definition) };
  registeredEntities.set(key, entity);
  return entity;
}

export const entityUi = (entity: EntityKey): EntityUi | undefined => registeredEntities.get(entity);

/** Returns the link to a record's card beside its list. */
export const recordLink = (entity: EntityKey, id: number) => ({
  to: routes[entity],
  search: { id, panel: 'view' } as const,
});

export const entityIcon = (entity: EntityKey): IconName => registeredEntities.get(entity)?.icon ?? 'document';

/** Returns the link to the list of records that refer to another record; undefined if it has no such filter. */
export function referringListLink(referringEntity: EntityKey, referencedEntity: EntityKey, code: string) {
  const referring = registeredEntities.get(referringEntity);
  const filter = referring?.filters.find(({ entity }) => entity === referencedEntity);
  return referring && filter ? { to: referring.path, search: { [filter.id]: code } } : undefined;
}
