import type { AuditTrail } from '@content-service/audit';
import { AggregateDomainError } from '@content-service/kernel';
import { BundleExists, BundleInUse, InvalidDefinition } from './bundle.errors.js';
import { findBundleProblems, type PartialBundleDefinition, validateBundle } from './validate-bundle.js';
import type { BundleChange, BundleDefinition } from './bundle.store.js';
import {
  type ContentModel,
  type ContentModelService,
  formatResourceTypeName,
  type ResourceType,
} from './content-model.js';
import { type ContentUsage, assertValuesCompatible, assertChangeCompatible } from './content-usage.js';
import {
  type BundleName,
  changeModel,
  editBundle,
  type ChangeOptions,
  getBundleInVersion,
  getCustomBundle,
  type RemovalOptions,
} from './edit-bundle.js';
import { validateDraft } from './field-draft.js';
import type { BundleDraftChange } from './field-members.js';
import type { Field } from './field.js';

/** Creates, changes and removes bundles. A change is in force at once in this process and is recorded in the audit log. */
export class BundleEditor {
  constructor(
    readonly models: ContentModelService,
    private readonly usage: ContentUsage,
    readonly trail: AuditTrail,
  ) {}

  /** The problems that the given members of a new or changed bundle have in the present model. */
  findProblems(given: PartialBundleDefinition): readonly InvalidDefinition[] {
    return findCreationProblems(given, this.models.current());
  }

  /**
   * @throws InvalidDefinition (as `AggregateDomainError` when there are several), BundleExists, and FieldInUse when entries
   *   of a removed bundle of the same name hold values that are incompatible with the fields
   */
  async create(
    definition: BundleDefinition,
    { actorContext, monitor }: ChangeOptions,
  ): Promise<ResourceType> {
    const type = formatResourceTypeName(definition.entityType, definition.bundle);
    const compute = async (before: ContentModel): Promise<BundleChange> => {
      AggregateDomainError.throwIfAny(findCreationProblems(definition, before));
      if (before.find(type) !== undefined) throw new BundleExists(type);
      for (const field of definition.fields) await assertValuesCompatible(type, field, this.usage);
      return { kind: 'put', bundle: definition };
    };
    const model = await changeModel(this, { monitor }, compute, () =>
      this.trail.createEvent('bundle.created', actorContext, type, { label: definition.label }),
    );
    return getCustomBundle(definition, model);
  }

  /**
   * Creates a bundle or replaces its definition; used by imports.
   *
   * @throws InvalidDefinition (as `AggregateDomainError` when there are several), and FieldInUse when entries hold values
   *   that are incompatible with the fields
   */
  async upsert(definition: BundleDefinition, { actorContext }: ChangeOptions): Promise<void> {
    const type = formatResourceTypeName(definition.entityType, definition.bundle);
    validateBundle(definition);
    let action: 'bundle.created' | 'bundle.changed' = 'bundle.created';
    const compute = async (model: ContentModel): Promise<BundleChange> => {
      const present = model.find(type);
      action = present === undefined ? 'bundle.created' : 'bundle.changed';
      for (const field of definition.fields)
        await assertChangeCompatible(type, present?.fields.get(field.name), field, this.usage);
      return { kind: 'put', bundle: definition };
    };
    await changeModel(this, {}, compute, () =>
      this.trail.createEvent(action, actorContext, type, { label: definition.label }),
    );
  }

  /** @throws BundleNotFound, InvalidDefinition (as `AggregateDomainError` when there are several), ResourcePreconditionFailed */
  async change(name: BundleName, draft: BundleDraftChange, options: ChangeOptions): Promise<ResourceType> {
    const compute = ({ bundle }: ResourceType): BundleDefinition => ({
      ...bundle,
      label: draft.label ?? bundle.label,
      description: draft.description === undefined ? bundle.description : (draft.description ?? undefined),
      fields: draft.fieldOrder === undefined ? bundle.fields : sortFields(bundle.fields, draft.fieldOrder),
    });
    return editBundle(name, options, this, compute, (type, label) =>
      this.trail.createEvent('bundle.changed', options.actorContext, type, { label }),
    );
  }

  /**
   * Removes a bundle that has no entries, or any bundle with `force`. Its entries stay stored and are available again
   * when the bundle is created anew. The count takes no lock, so it may miss an entry that is written at the same moment.
   *
   * @throws BundleNotFound, BundleInUse, ResourcePreconditionFailed
   */
  async remove(name: BundleName, options: RemovalOptions): Promise<void> {
    const type = formatResourceTypeName(name.entityType, name.bundle);
    let entries = 0;
    const compute = async (model: ContentModel): Promise<BundleChange> => {
      getBundleInVersion(name, model, options);
      entries = await this.usage.countEntries(type);
      if (entries > 0 && options.force !== true) throw new BundleInUse(type, entries);
      return { kind: 'remove', ...name };
    };
    await changeModel(this, options, compute, () =>
      this.trail.createEvent('bundle.removed', options.actorContext, type, { entries }),
    );
  }
}

function findCreationProblems(
  definition: PartialBundleDefinition,
  model: ContentModel,
): readonly InvalidDefinition[] {
  const { entityType = '', bundle = '', fields = [] } = definition;
  const type = formatResourceTypeName(entityType, bundle);
  return [
    ...findBundleProblems(definition),
    ...fields.flatMap((field, index) =>
      field === undefined ? [] : validateDraft(field, type, model, `/fields/${index}`),
    ),
  ];
}

/** @throws InvalidDefinition when the order does not name every field once */
function sortFields(fields: readonly Field[], order: readonly string[]): readonly Field[] {
  const sorted = order.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const isWhole = sorted.length === fields.length && order.length === fields.length;
  if (isWhole && new Set(order).size === order.length) return sorted;
  const names = fields.map(({ name }) => name).join(', ') || 'none';
  throw new InvalidDefinition(
    `fieldOrder must name each of the bundle's own fields once: ${names}.`,
    {
      pointer: '/fieldOrder',
    },
    { enum: fields.map(({ name }) => name), uniqueItems: true },
  );
}
