import { isDeepStrictEqual } from 'node:util';
import {
  type BundleDefinition,
  type BundleDraftChange,
  BundleEditor,
  type BundleName,
  type ContentModel,
  type ContentModelService,
  type ContentUsage,
  type Field,
  FieldEditor,
  type FieldDraftChange,
  formatResourceTypeName,
  type RemovalOptions,
} from '@content-service/bundles';
import type { AuditTrail } from '@content-service/audit';

/** A change of a bundle or its fields as JSON, so that a job can make it. */
export type ModelChange =
  | { readonly kind: 'bundle.create'; readonly name: BundleName; readonly definition: BundleDefinition }
  | { readonly kind: 'bundle.change'; readonly name: BundleName; readonly draft: BundleDraftChange }
  | { readonly kind: 'bundle.remove'; readonly name: BundleName }
  | { readonly kind: 'field.add'; readonly name: BundleName; readonly field: Field }
  | {
      readonly kind: 'field.change';
      readonly name: BundleName;
      readonly field: string;
      readonly draft: FieldDraftChange;
    }
  | { readonly kind: 'field.remove'; readonly name: BundleName; readonly field: string };

/** What the editors of the content model need. */
export interface ModelEditing {
  readonly models: ContentModelService;
  readonly usage: ContentUsage;
  readonly trail: AuditTrail;
}

/** Makes a change by the editor it belongs to. @throws the errors of `BundleEditor` and `FieldEditor` */
export async function applyModelChange(
  change: ModelChange,
  options: RemovalOptions,
  { models, usage, trail }: ModelEditing,
): Promise<void> {
  const bundles = new BundleEditor(models, usage, trail);
  const fields = new FieldEditor(models, usage, trail);
  const { name } = change;
  switch (change.kind) {
    case 'bundle.create':
      await bundles.create(change.definition, options);
      return;
    case 'bundle.change':
      await bundles.change(name, change.draft, options);
      return;
    case 'bundle.remove':
      return bundles.remove(name, options);
    case 'field.add':
      return fields.add(name, change.field, options);
    case 'field.change':
      return fields.change(name, change.field, change.draft, options);
    case 'field.remove':
      return fields.remove(name, change.field, options);
    default:
      return impossible(change);
  }
}

/** Whether the model is as the change would leave it. */
export function isModelChangeApplied(change: ModelChange, model: ContentModel): boolean {
  const { entityType, bundle } = change.name;
  const present = model.find(formatResourceTypeName(entityType, bundle))?.bundle;
  const find = (name: string): Field | undefined => present?.fields.find((field) => field.name === name);
  switch (change.kind) {
    case 'bundle.create':
      return (
        present !== undefined && isDeepStrictEqual(toJson(present.fields), toJson(change.definition.fields))
      );
    case 'bundle.change': {
      const { label, description, fieldOrder } = change.draft;
      if (present === undefined) return false;
      const order = present.fields.map((field) => field.name);
      return (
        present.label === (label ?? present.label) &&
        (description === undefined || present.description === (description ?? undefined)) &&
        isDeepStrictEqual(fieldOrder ?? order, order)
      );
    }
    case 'bundle.remove':
      return present === undefined;
    case 'field.add':
      return isDeepStrictEqual(toJson(find(change.field.name)), toJson(change.field));
    case 'field.change': {
      const field = find(change.field);
      return field !== undefined && isDeepStrictEqual(toJson({ ...field, ...change.draft }), toJson(field));
    }
    case 'field.remove':
      return present !== undefined && find(change.field) === undefined;
    default:
      return impossible(change);
  }
}

/** Without members that are `undefined`. */
function toJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function impossible(change: never): never {
  throw new Error(`Unknown change of the content model: ${JSON.stringify(change)}.`);
}
