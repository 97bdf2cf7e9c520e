import type { Origin } from '@content-service/audit';
import { requireVersion } from '@content-service/kernel';
import { BundleUnknown, FieldUnknown } from './bundle.errors.js';
import { checkBundle } from './check-bundle.js';
import type { BundleDefinition, ContentModelService } from './content-model.service.js';
import { type ContentModel, type ResourceType, resourceTypeName } from './content-model.js';
import type { Field } from './field.js';

/** Which bundle is meant. */
export interface BundleName {
  readonly entityType: string;
  readonly bundle: string;
}

/** On whose behalf something is changed, and from which state. */
export interface EditOptions {
  readonly by: Origin;
  /** The version of the bundle (`since`) that the change is meant for; without it the present one. */
  readonly expectedVersion?: number;
}

export interface RemovalOptions extends EditOptions {
  /** Also when entries lose something by it. */
  readonly force?: boolean;
}

/** A bundle that was made, not one that is part of the service. @throws BundleUnknown */
export function ownBundle({ entityType, bundle }: BundleName, model: ContentModel): ResourceType {
  const type = model.find(resourceTypeName(entityType, bundle));
  if (type?.entityType.bundles !== 'many') throw new BundleUnknown(entityType, bundle);
  return type;
}

/** A field that was added, not one that every entity type brings. @throws FieldUnknown */
export function ownField({ name: type, bundle }: ResourceType, name: string): Field {
  const field = bundle.fields.find((own) => own.name === name);
  if (field === undefined) throw new FieldUnknown(type, name);
  return field;
}

/** @throws BundleUnknown, Outdated */
export function expectedBundle(
  name: BundleName,
  model: ContentModel,
  { expectedVersion }: EditOptions,
): ResourceType {
  const type = ownBundle(name, model);
  requireVersion(`The bundle ${type.name}`, { version: type.bundle.since }, expectedVersion);
  return type;
}

/**
 * Works a definition out from the bundle as it is, and stores it.
 *
 * @returns the bundle after it
 * @throws BundleUnknown, InvalidDefinition (as `Problems` when there are several), Outdated, and whatever `work` throws
 */
export async function editBundle(
  name: BundleName,
  options: EditOptions,
  models: ContentModelService,
  work: (present: ResourceType, model: ContentModel) => BundleDefinition | Promise<BundleDefinition>,
): Promise<ResourceType> {
  const model = await models.change(async (before) => {
    const { entityType, bundle, label, description, fields } = await work(
      expectedBundle(name, before, options),
      before,
    );
    const definition = { entityType, bundle, label, description, fields };
    checkBundle(definition);
    return { kind: 'put', bundle: definition };
  });
  return ownBundle(name, model);
}
