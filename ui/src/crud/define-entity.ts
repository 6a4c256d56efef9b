import type { ComponentType, ReactNode } from 'react';
import type { BodyName, Entity, Language, Schemas } from '#api/facts.gen.ts';
import type { IconName } from '#kit/icon.tsx';

/** A record of any kind: the columns and fields of its own kind know its type. */
export interface AnyRecord {
  id: number;
  code: string;
  name: string;
  locales: Schemas['Locales'];
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
  /** What can be chosen; without it the value is typed. */
  values?: readonly string[];
}

export interface EntityUi {
  key: Entity;
  /** Its page. */
  path: string;
  /** Its collection in the contract. */
  resource: string;
  /** The schema of what a person writes. */
  schema: BodyName;
  icon: IconName;
  /** Between the name and the status. */
  columns: readonly ColumnSpec[];
  filters: readonly FilterSpec[];
  /** The form's fields, one JSX line each. */
  Fields: ComponentType;
}

/** One kind of record as the ui shows it; what the contract says of it is not said again. */
export const defineEntity = (entity: EntityUi): EntityUi => entity;
