import type { AuditTrail } from '@content-service/audit';
import { Problems } from '@content-service/kernel';
import { FieldExists, FieldInUse } from './bundle.errors.js';
import { fieldProblems } from './check-bundle.js';
import type { ContentModelService } from './content-model.service.js';
import { type ContentUse, requireFit } from './content-use.js';
import {
  type BundleName,
  editBundle,
  type EditOptions,
  ownField,
  type RemovalOptions,
} from './edited-bundle.js';
import { draftProblems, type FieldDraft, type FieldDraftChange } from './field-draft.js';
import type { Field } from './field.js';
import { isWidening } from './widening.js';

/**
 * The fields of bundles, as administrators change them. A change is in force at once in this process.
 *
 * Nothing that entries hold is lost or becomes impossible unless somebody insists. What they hold is counted right before
 * the change, without holding anybody up: an entry that is written at the very same moment may escape the count.
 */
export class FieldEditor {
  constructor(
    private readonly models: ContentModelService,
    private readonly use: ContentUse,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @throws BundleUnknown, InvalidDefinition (as `Problems` when there are several), FieldExists, Outdated, and FieldInUse
   *   when entries hold something else under the name, of a field that was removed
   */
  async add(name: BundleName, field: FieldDraft, options: EditOptions): Promise<void> {
    const type = await editBundle(name, options, this.models, async (present, model) => {
      Problems.throwAny([...fieldProblems(field), ...draftProblems(field, present.name, model)]);
      if (present.fields.has(field.name)) throw new FieldExists(present.name, field.name);
      await requireFit(present.name, field, this.use);
      return { ...present.bundle, fields: [...present.bundle.fields, field] };
    });
    await this.trail.record('field.added', options.by, type.name, { field: field.name, type: field.type });
  }

  /**
   * Whatever widens a field is done at once, and so is what concerns no values: label, required. Anything else (from one
   * value to several or back, fewer or shorter values, fewer choices or target types, another scale or kind of date) is
   * done only while no entry holds a value of the field.
   *
   * @throws BundleUnknown, FieldUnknown, InvalidDefinition (as `Problems` when there are several), FieldInUse, Outdated
   */
  async change(
    name: BundleName,
    fieldName: string,
    said: FieldDraftChange,
    options: EditOptions,
  ): Promise<void> {
    const type = await editBundle(name, options, this.models, async (present, model) => {
      const before = ownField(present, fieldName);
      const after = changedField(before, said);
      Problems.throwAny([...fieldProblems(after), ...draftProblems(after, present.name, model, '', before)]);
      const entries = isWidening(before, after) ? 0 : await this.use.entriesWithValue(present.name, before);
      if (entries > 0)
        throw new FieldInUse(fieldName, entries, 'this can be changed only while there are none.');
      const { bundle } = present;
      return { ...bundle, fields: bundle.fields.map((field) => (field === before ? after : field)) };
    });
    const { type: fieldType } = ownField(type, fieldName);
    await this.trail.record('field.changed', options.by, type.name, { field: fieldName, type: fieldType });
  }

  /**
   * Removes a field of which there are no values, or any if somebody insists. Entries keep the value until they are next
   * written.
   *
   * @throws BundleUnknown, FieldUnknown, FieldInUse, Outdated
   */
  async remove(name: BundleName, fieldName: string, options: RemovalOptions): Promise<void> {
    let entries = 0;
    const type = await editBundle(name, options, this.models, async (present) => {
      const removed = ownField(present, fieldName);
      entries = await this.use.entriesWithValue(present.name, removed);
      if (entries > 0 && options.force !== true)
        throw new FieldInUse(fieldName, entries, 'the removal must be forced to lose them.');
      return { ...present.bundle, fields: present.bundle.fields.filter((field) => field !== removed) };
    });
    await this.trail.record('field.removed', options.by, type.name, { field: fieldName, entries });
  }
}

function changedField(before: Field, said: FieldDraftChange): Field {
  return {
    ...before,
    label: said.label ?? before.label,
    required: said.required ?? before.required,
    cardinality: said.cardinality ?? before.cardinality,
    settings: said.settings ?? before.settings,
  };
}
