import type { AuditTrail } from '@content-service/audit';
import { AggregateDomainError } from '@content-service/kernel';
import { FieldExists, FieldInUse, type InvalidDefinition } from './bundle.errors.js';
import type { Field } from './field.js';
import { validateCommonMembers, validateField } from './validate-bundle.js';
import type { BundleDefinition } from './bundle.store.js';
import type { ContentModel, ContentModelService, ResourceType } from './content-model.js';
import { assertChangeCompatible, assertValuesCompatible, type ContentUsage } from './content-usage.js';
import {
  type BundleName,
  editBundle,
  type ChangeOptions,
  getCustomField,
  type RemovalOptions,
} from './edit-bundle.js';
import { applyFieldChange, type FieldDraft, type FieldDraftChange, validateDraft } from './field-draft.js';

/**
 * Adds, changes and removes fields of bundles. A change is in force at once in this process and is recorded in the audit
 * log.
 *
 * Values of entries are not lost or made incompatible unless `force` is set. The count of values takes no lock, so it may
 * miss an entry that is written at the same moment.
 */
export class FieldEditor {
  constructor(
    readonly models: ContentModelService,
    private readonly usage: ContentUsage,
    readonly trail: AuditTrail,
  ) {}

  /** The problems that the given members of a new or changed field have without regard to other members. */
  findProblems(given: Partial<FieldDraft>): readonly InvalidDefinition[] {
    const field = { name: '', label: '', required: false, cardinality: 1, settings: {}, ...given };
    const { type } = given;
    if (type === undefined) return validateCommonMembers(field);
    const typed = { ...field, type };
    return [...validateField(typed), ...validateDraft(typed, '', this.models.current())];
  }

  /**
   * @throws BundleNotFound, InvalidDefinition (as `AggregateDomainError` when there are several), FieldExists,
   *   ResourcePreconditionFailed, and FieldInUse when entries hold incompatible values of a removed field of the same name
   */
  async add(name: BundleName, field: FieldDraft, options: ChangeOptions): Promise<void> {
    const compute = async (present: ResourceType, model: ContentModel): Promise<BundleDefinition> => {
      AggregateDomainError.throwIfAny([
        ...validateField(field),
        ...validateDraft(field, present.name, model),
      ]);
      if (present.fields.has(field.name)) throw new FieldExists(present.name, field.name);
      await assertValuesCompatible(present.name, field, this.usage);
      return { ...present.bundle, fields: [...present.bundle.fields, field] };
    };
    const details = { field: field.name, type: field.type };
    await editBundle(name, options, this, compute, (type) =>
      this.trail.createEvent('field.added', options.actorContext, type, details),
    );
  }

  /**
   * Changes a field. Widening changes and those of `label`, `required` and the form hints are always allowed. All others
   * (between one and several values, fewer or shorter values, fewer choices or target types, another scale or kind of date)
   * need that no entry holds a value that the changed field cannot hold.
   *
   * @throws BundleNotFound, FieldNotFound, InvalidDefinition (as `AggregateDomainError` when there are several), FieldInUse,
   *   ResourcePreconditionFailed
   */
  async change(
    name: BundleName,
    fieldName: string,
    draft: FieldDraftChange,
    options: ChangeOptions,
  ): Promise<void> {
    let fieldType: Field['type'] | undefined;
    const compute = async (present: ResourceType, model: ContentModel): Promise<BundleDefinition> => {
      const before = getCustomField(present, fieldName);
      const after = applyFieldChange(before, draft);
      AggregateDomainError.throwIfAny([
        ...validateField(after),
        ...validateDraft(after, present.name, model, '', before),
      ]);
      await assertChangeCompatible(present.name, before, after, this.usage);
      const { bundle } = present;
      fieldType = after.type;
      return { ...bundle, fields: bundle.fields.map((field) => (field === before ? after : field)) };
    };
    await editBundle(name, options, this, compute, (type) =>
      this.trail.createEvent('field.changed', options.actorContext, type, {
        field: fieldName,
        type: fieldType,
      }),
    );
  }

  /**
   * Removes a field without values, or any field with `force`. The stored value of an entry is kept until the entry is
   * next written.
   *
   * @throws BundleNotFound, FieldNotFound, FieldInUse, ResourcePreconditionFailed
   */
  async remove(name: BundleName, fieldName: string, options: RemovalOptions): Promise<void> {
    let entries = 0;
    const compute = async (present: ResourceType): Promise<BundleDefinition> => {
      const removed = getCustomField(present, fieldName);
      const count = await this.usage.countWithValue(present.name, removed);
      ({ entries } = count);
      if (entries > 0 && options.force !== true)
        throw new FieldInUse(fieldName, count, 'the removal must be forced to lose them.');
      return { ...present.bundle, fields: present.bundle.fields.filter((field) => field !== removed) };
    };
    await editBundle(name, options, this, compute, (type) =>
      this.trail.createEvent('field.removed', options.actorContext, type, { field: fieldName, entries }),
    );
  }
}
