import {
  arrangeFields,
  type FormItem,
  type FormLayout,
  getFormDisplay,
  getItemFields,
  toFieldOrder,
} from '../entries/form-layout.js';
import { isSame } from '../forms/is-same.js';
import { createReorder, moveItem, type Reorder } from '../forms/row-actions.js';
import { useAction } from '../forms/use-action.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import type { Bundle, Field, FormDisplay, FormRegion } from '../management-api/resources.js';

interface FieldMove {
  readonly fieldOrder: readonly string[];
  /** A field that is moved to another group or column. */
  readonly field?: { readonly name: string; readonly formDisplay: FormDisplay | null };
}

interface FieldOrder {
  readonly layout: FormLayout;
  /** Moves an item of a column by one place, a group as a whole. */
  readonly orderItem: (region: FormRegion, index: number) => Reorder;
  /** Moves a field by one place within its group. */
  readonly orderInGroup: (region: FormRegion, group: FormItem, index: number) => Reorder;
  /** Moves a field, by its machine name, to the place of another one, and into a group and column. */
  readonly moveTo: (target: Field, formDisplay: FormDisplay | null) => (name: string) => void;
}

/**
 * The layout of the fields of a bundle in the form of its entries, and the handlers that move them.
 *
 * @param canChange whether fields may be moved to other groups and columns: that changes the field, not only the order
 */
export function useFieldMoves(bundle: Bundle, etag: string | undefined, canChange: boolean): FieldOrder {
  const path = `/bundles${buildPath(bundle.entityType, bundle.bundle)}`;
  const layout = arrangeFields(bundle.fields);
  const fields = toFieldOrder(layout);
  const { mutate } = useAction({
    mutationFn: async ({ fieldOrder, field }: FieldMove) => {
      if (field !== undefined) {
        const { name, formDisplay } = field;
        await managementApi.changeModel('PATCH', `${path}/fields${buildPath(name)}`, { formDisplay }, etag);
      }
      // The change of the field has made a new version.
      const ifMatch = field === undefined ? etag : undefined;
      await managementApi.changeModel('PATCH', path, { fieldOrder }, ifMatch);
    },
    invalidates: [['content-model']],
    toastErrors: true,
  });
  const store = (changed: FormLayout): void => {
    mutate({ fieldOrder: toFieldOrder(changed).map(({ name }) => name) });
  };
  return {
    layout,
    orderItem: (region, index) =>
      createReorder(layout[region], index, (items) => {
        store({ ...layout, [region]: items });
      }),
    orderInGroup: (region, group, index) =>
      createReorder(getItemFields(group), index, (members) => {
        const items = layout[region].map((item) => (item === group ? { ...group, fields: members } : item));
        store({ ...layout, [region]: items });
      }),
    moveTo: (target, formDisplay) => (name) => {
      const from = fields.findIndex((field) => field.name === name);
      const field = fields[from];
      if (field === undefined) return;
      const isMoved = !isSame(getFormDisplay(field), formDisplay);
      if (isMoved ? !canChange : field === target) return;
      const fieldOrder = moveItem(fields, from, fields.indexOf(target)).map((moved) => moved.name);
      mutate({ fieldOrder, ...(isMoved ? { field: { name, formDisplay } } : {}) });
    },
  };
}
