import { Injectable } from '@nestjs/common';
import type { Field, ResourceType } from '@content-service/bundles';
import { EntryUse } from '@content-service/entries';

/** Bundles as those see them who administer the content model. */
@Injectable()
export class BundleResources {
  constructor(private readonly use: EntryUse) {}

  all(types: readonly ResourceType[]): Promise<object[]> {
    return Promise.all(types.map((type) => this.one(type)));
  }

  async one({ name, entityType, bundle }: ResourceType): Promise<object> {
    return {
      entityType: entityType.name,
      bundle: bundle.bundle,
      type: name,
      label: bundle.label,
      description: bundle.description ?? null,
      entries: await this.use.entriesOf(name),
      baseFields: entityType.baseFields.filter(({ hidden }) => hidden !== true).map(fieldResource),
      fields: bundle.fields.map(fieldResource),
    };
  }

  async field({ name }: ResourceType, field: Field): Promise<object> {
    return { ...fieldResource(field), entriesWithValue: await this.use.entriesWithValue(name, field) };
  }
}

export function fieldResource({ name, type, label, required, cardinality, settings }: Field): object {
  return { name, type, label, required, cardinality, settings };
}
