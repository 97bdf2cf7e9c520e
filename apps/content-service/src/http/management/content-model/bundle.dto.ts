import { Injectable } from '@nestjs/common';
import {
  type BundleRequest,
  CHANGED_BUNDLE_MEMBERS,
  type Field,
  type FieldRequest,
  NEW_BUNDLE_MEMBERS,
  type PartialBundleDefinition,
  pickFormHints,
  type ResourceType,
} from '@content-service/bundles';
import { EntryUsage } from '@content-service/entries';
import { USAGE_COUNT_MAXIMUM } from '@content-service/site-jobs';
import { createChangeDto, createNewDto } from '../protocol/member-dto.js';
import { toField } from './field.dto.js';

export const NewBundleDto = createNewDto(NEW_BUNDLE_MEMBERS);
export const ChangedBundleDto = createChangeDto(CHANGED_BUNDLE_MEMBERS);

/** The members of a definition in a body that is not valid as a whole. */
export function toPartialBundle({
  description,
  fields,
  ...members
}: Partial<Omit<BundleRequest, 'fields'>> & {
  readonly fields?: readonly (FieldRequest | undefined)[];
}): PartialBundleDefinition {
  return {
    ...members,
    description: description ?? undefined,
    fields: fields?.map((field) => field && toField(field)),
  };
}

/** Serializes bundles for the management API. */
@Injectable()
export class BundleSerializer {
  constructor(private readonly usage: EntryUsage) {}

  serializeAll(types: readonly ResourceType[]): Promise<object[]> {
    return Promise.all(types.map((type) => this.serialize(type)));
  }

  async serialize({ name, entityType, bundle }: ResourceType): Promise<object> {
    return {
      entityType: entityType.name,
      bundle: bundle.bundle,
      type: name,
      label: bundle.label,
      description: bundle.description ?? null,
      entries: await this.usage.countEntries(name),
      baseFields: entityType.baseFields.filter(({ hidden }) => hidden !== true).map(toFieldResource),
      fields: bundle.fields.map(toFieldResource),
    };
  }

  async serializeField({ name }: ResourceType, field: Field): Promise<object> {
    const { entries, isMinimum } = await this.usage.countWithValue(name, field, USAGE_COUNT_MAXIMUM);
    return {
      ...toFieldResource(field),
      entriesWithValue: entries,
      ...(isMinimum ? { entriesWithValueIsMinimum: true } : {}),
    };
  }
}

/** A field for the management API; hints for forms that it lacks are left out. */
export function toFieldResource(field: Field): object {
  const { name, type, label, required, cardinality, settings } = field;
  return { name, type, label, required, cardinality, settings, ...pickFormHints(field) };
}
