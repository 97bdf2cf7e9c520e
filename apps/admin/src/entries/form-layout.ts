import { t } from '@lingui/core/macro';
import type { Field, FormDisplay, FormRegion } from '../management-api/resources.js';

/** What stands in a column of the form of entries: a field, or a group of fields under a heading. */
export type FormItem =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'group'; readonly label: string; readonly fields: readonly Field[] };

/** The items of each column, in order. */
export type FormLayout = Readonly<Record<FormRegion, readonly FormItem[]>>;

export const FORM_REGIONS: readonly FormRegion[] = ['main', 'side'];

export const REGION_LABELS: Readonly<Record<FormRegion, string>> = {
  main: t`Main column`,
  side: t`Side panel`,
};

export function getRegion({ formDisplay }: Field): FormRegion {
  return formDisplay?.region ?? 'main';
}

/** Arranges fields in columns and groups. A group stands where the first of its fields stands. */
export function arrangeFields(fields: readonly Field[]): FormLayout {
  const arrange = (region: FormRegion): readonly FormItem[] => {
    const inRegion = fields.filter((field) => getRegion(field) === region);
    return inRegion.flatMap((field): readonly FormItem[] => {
      const label = field.formDisplay?.group;
      if (label === undefined) return [{ kind: 'field', field }];
      const members = inRegion.filter(({ formDisplay }) => formDisplay?.group === label);
      return field === members[0] ? [{ kind: 'group', label, fields: members }] : [];
    });
  };
  return { main: arrange('main'), side: arrange('side') };
}

/** The fields of an item. */
export function getItemFields(item: FormItem): readonly Field[] {
  return item.kind === 'field' ? [item.field] : item.fields;
}

/** The fields in the order in which forms show them. */
export function toFieldOrder(layout: FormLayout): readonly Field[] {
  return FORM_REGIONS.flatMap((region) => layout[region].flatMap(getItemFields));
}

/** The labels of the groups of a type. */
export function getGroupLabels(fields: readonly Field[]): readonly string[] {
  return [...new Set(fields.flatMap(({ formDisplay }) => formDisplay?.group ?? []))];
}

/** The place of a field in forms, in the form of `toFormDisplay`. */
export function getFormDisplay(field: Field): FormDisplay | null {
  return toFormDisplay(field.formDisplay?.group ?? '', getRegion(field));
}

/** The setting for a place in forms; `null` for the main column without a group. */
export function toFormDisplay(group: string, region: FormRegion): FormDisplay | null {
  const isGrouped = group.trim() !== '';
  if (!isGrouped && region === 'main') return null;
  return { ...(isGrouped ? { group } : {}), ...(region === 'main' ? {} : { region }) };
}
