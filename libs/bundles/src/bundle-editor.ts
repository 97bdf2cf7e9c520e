import type { AuditAction, AuditTrail } from '@content-service/audit';
import { Problems } from '@content-service/kernel';
import { BundleExists, BundleInUse, InvalidDefinition } from './bundle.errors.js';
import { checkBundle } from './check-bundle.js';
import type { BundleDefinition, ContentModelService } from './content-model.service.js';
import { type ResourceType, resourceTypeName } from './content-model.js';
import { type ContentUse, requireFit, requireRoom } from './content-use.js';
import {
  type BundleName,
  editBundle,
  type EditOptions,
  expectedBundle,
  ownBundle,
  type RemovalOptions,
} from './edited-bundle.js';
import { draftProblems } from './field-draft.js';
import type { Field } from './field.js';

/** What can be changed of a bundle beside its fields; what is not said stays. */
export interface BundleDraftChange {
  readonly label?: string;
  /** `null`: none any more. */
  readonly description?: string | null;
  /** The names of all its own fields, in the order they shall have. */
  readonly fieldOrder?: readonly string[];
}

/** Bundles, as administrators change them. A change is in force at once in this process. */
export class BundleEditor {
  constructor(
    private readonly models: ContentModelService,
    private readonly use: ContentUse,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @throws InvalidDefinition (as `Problems` when there are several), BundleExists, and FieldInUse when entries of a former
   *   bundle of that name hold what the fields could not
   */
  async create(definition: BundleDefinition, { by }: EditOptions): Promise<ResourceType> {
    const type = resourceTypeName(definition.entityType, definition.bundle);
    checkBundle(definition);
    const model = await this.models.change(async (present) => {
      const problems = definition.fields.map((field, index) =>
        draftProblems(field, type, present, `/fields/${index}`),
      );
      Problems.throwAny(problems.flat());
      if (present.find(type) !== undefined) throw new BundleExists(type);
      for (const field of definition.fields) await requireFit(type, field, this.use);
      return { kind: 'put', bundle: definition };
    });
    await this.trail.record('bundle.created', by, type, { label: definition.label });
    return ownBundle(definition, model);
  }

  /**
   * Makes a bundle as an import says it, or brings the one that is there in line.
   *
   * @throws InvalidDefinition (as `Problems` when there are several), and FieldInUse when entries hold what the fields
   *   could not
   */
  async bring(definition: BundleDefinition, { by }: EditOptions): Promise<void> {
    const type = resourceTypeName(definition.entityType, definition.bundle);
    checkBundle(definition);
    let action: AuditAction = 'bundle.created';
    await this.models.change(async (model) => {
      const present = model.find(type);
      if (present !== undefined) action = 'bundle.changed';
      for (const field of definition.fields)
        await requireRoom(type, present?.fields.get(field.name), field, this.use);
      return { kind: 'put', bundle: definition };
    });
    await this.trail.record(action, by, type, { label: definition.label });
  }

  /** @throws BundleUnknown, InvalidDefinition (as `Problems` when there are several), Outdated */
  async change(name: BundleName, said: BundleDraftChange, options: EditOptions): Promise<ResourceType> {
    const type = await editBundle(name, options, this.models, ({ bundle }) => ({
      ...bundle,
      label: said.label ?? bundle.label,
      description: said.description === undefined ? bundle.description : (said.description ?? undefined),
      fields: said.fieldOrder === undefined ? bundle.fields : inOrder(bundle.fields, said.fieldOrder),
    }));
    await this.trail.record('bundle.changed', options.by, type.name, { label: type.bundle.label });
    return type;
  }

  /**
   * Removes a bundle without entries, or any if somebody insists. Its entries are kept, out of reach, and are found again
   * when it is made anew. They are counted right before, without holding anybody up: one that is written at the very
   * same moment may escape the count.
   *
   * @throws BundleUnknown, BundleInUse, Outdated
   */
  async remove(name: BundleName, options: RemovalOptions): Promise<void> {
    const type = resourceTypeName(name.entityType, name.bundle);
    let entries = 0;
    await this.models.change(async (model) => {
      expectedBundle(name, model, options);
      entries = await this.use.entriesOf(type);
      if (entries > 0 && options.force !== true) throw new BundleInUse(type, entries);
      return { kind: 'remove', ...name };
    });
    await this.trail.record('bundle.removed', options.by, type, { entries });
  }
}

/** @throws InvalidDefinition when the order does not name every field once */
function inOrder(fields: readonly Field[], order: readonly string[]): readonly Field[] {
  const sorted = order.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const isWhole = sorted.length === fields.length && order.length === fields.length;
  if (isWhole && new Set(order).size === order.length) return sorted;
  const names = fields.map(({ name }) => name).join(', ') || 'none';
  throw new InvalidDefinition(`fieldOrder must name each of the bundle's own fields once: ${names}.`, {
    pointer: '/fieldOrder',
  });
}
