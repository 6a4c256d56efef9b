import type { ComponentType, ReactNode } from 'react';
import {
  type BodyName,
  type Entity,
  enums,
  type Language,
  lists,
  references,
  resources,
  routes,
  type Schemas,
} from '#api/facts.gen.ts';
import type { FieldError } from '#api/problem.ts';
import type { IconName } from '#kit/buttons/icon.tsx';

/** A record of any kind: the columns and fields of its own kind know its type. */
export interface AnyRecord {
  id: number;
  /** A rate has none of these three: its title is made of its pair and source. */
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

/** What a cell may need beside its record. */
export interface CellContext {
  language: Language;
  labels: Schemas['Labels'];
}

export interface ColumnSpec {
  /** The field it shows; its label is `field.<id>`. */
  id: string;
  width: number;
  align?: 'end';
  /** Not among the list's `sort` values. */
  unsortable?: true;
  /** Shown only when chosen. */
  hidden?: true;
  cell: (record: AnyRecord & Values, context: CellContext) => ReactNode;
}

export interface FilterSpec {
  /** The query parameter; its label is `field.<id>`. */
  id: string;
  /** What can be chosen; without it, and without a kind, the value is typed. */
  values?: readonly string[];
  /** The kind whose records are searched for one to choose; the value is its code. */
  kind?: Entity;
  /** The value in force while no other is chosen; such a filter is a switch that shows all of its values. */
  initial?: string;
}

/** The parts of a form, loaded when it opens. */
export interface FormParts {
  /** The fields in their sections, one JSX line each. */
  Fields: ComponentType;
  /** Further panels of the side column, on a page. */
  Aside?: ComponentType;
  /** The initial values of a new record. */
  start?: () => Values;
  /** Warns early about conflicts with records that are referred to; the server decides. */
  check?: (values: Values, language: Language) => FieldError[];
}

export interface FormUi {
  load: () => Promise<FormParts>;
  /** Beside the list, over it, or on a page of its own. */
  layout: 'panel' | 'dialog' | { page: FormPath };
  /** A few of its fields, changed over the list without leaving it. */
  quickEdit?: () => Promise<FormParts>;
}

/** A part of a record's card that its kind has beyond the fields in words. */
export type CardPart = ComponentType<{ record: AnyRecord & Values }>;

export interface EntityUi {
  key: Entity;
  /** Its page. */
  path: ListPath;
  /** Its collection in the contract. */
  resource: string;
  /** The schema of its request body. */
  schema: BodyName;
  icon: IconName;
  /** Between the name and the status. */
  columns: readonly ColumnSpec[];
  filters: readonly FilterSpec[];
  form: FormUi;
}

/** The pages of lists, and those of forms that are no panel. */
export type ListPath = (typeof routes)[Entity];
export type FormPath = `${(typeof routes)['airport' | 'cabin' | 'eurail_station' | 'protocol' | 'train_station']}/form`;

const kinds = new Map<Entity, EntityUi>();

interface EntityDefinition extends Omit<EntityUi, 'path' | 'resource' | 'filters'> {
  /** The filters that come first in the menu, in this order. */
  leadingFilters?: readonly string[];
  /** Values of filters that are in force while no other is chosen. */
  initialFilters?: Readonly<Record<string, string>>;
}

/** The filters of a kind's list by the contract: in its order, but those whose value is typed come last. */
function filtersOf({ key, schema, leadingFilters = [], initialFilters = {} }: EntityDefinition): FilterSpec[] {
  const specs = Object.entries(lists[key].filters).map(([id, filter]): FilterSpec => {
    const kind = references[schema]?.[id] ?? references[schema]?.[`${id}/*`];
    if (kind) return { id, kind };
    const values = typeof filter === 'string' ? enums[filter] : filter;
    const initial = initialFilters[id];
    return typeof values === 'number' ? { id } : { id, values, ...(initial !== undefined && { initial }) };
  });
  const rankOf = ({ id, kind, values }: FilterSpec) =>
    leadingFilters.includes(id) ? leadingFilters.indexOf(id) : leadingFilters.length + (kind || values ? 0 : 1);
  return specs.sort((a, b) => rankOf(a) - rankOf(b));
}

/** Registers one kind of record as the ui shows it; its page, collection and filters come from the contract. */
export function defineEntity(definition: EntityDefinition): EntityUi {
  const { key } = definition;
  const entity = { ...definition, path: routes[key], resource: resources[key], filters: filtersOf(definition) };
  kinds.set(key, entity);
  return entity;
}

export const kindOf = (kind: Entity): EntityUi | undefined => kinds.get(kind);

/** A link to a record: its kind's page with the record beside the list. */
export const recordLink = (kind: Entity, id: number) => ({ to: routes[kind], search: { id, panel: 'view' } as const });

export const iconOf = (kind: Entity): IconName => kinds.get(kind)?.icon ?? 'document';

/** The list of a kind's records that refer to one of another kind; undefined where it has no such filter. */
export function referringPlace(kind: Entity, target: Entity, code: string) {
  const entity = kinds.get(kind);
  const filter = entity?.filters.find((spec) => spec.kind === target);
  return entity && filter ? { to: entity.path, search: { [filter.id]: code } } : undefined;
}
