import type { AuditContext, AuditEvent, AuditTrail } from '@content-service/audit';
import { assertVersion, type ProgressMonitor, type VersionCondition } from '@content-service/kernel';
import { BundleNotFound, FieldNotFound } from './bundle.errors.js';
import { validateBundle } from './validate-bundle.js';
import type { BundleChange, BundleDefinition } from './bundle.store.js';
import {
  type ContentModel,
  type ContentModelService,
  formatResourceTypeName,
  type ResourceType,
} from './content-model.js';
import type { Field } from './field.js';

/** The identity of a bundle. */
export interface BundleName {
  readonly entityType: string;
  readonly bundle: string;
}

/** The actor of a change and the expected version. */
export interface ChangeOptions {
  readonly actorContext: AuditContext;
  /** The expected version of the bundle (`since`, from `If-Match`); without it any version is accepted. */
  readonly expectedVersion?: VersionCondition;
  /** Follows the change of whatever the store derives from the model. */
  readonly monitor?: ProgressMonitor;
}

export interface RemovalOptions extends ChangeOptions {
  /** Remove even when entries lose values. */
  readonly force?: boolean;
}

/** A bundle that was created at run time, unlike the fixed ones of the service. @throws BundleNotFound */
export function getCustomBundle({ entityType, bundle }: BundleName, model: ContentModel): ResourceType {
  const type = model.find(formatResourceTypeName(entityType, bundle));
  if (type?.entityType.bundles !== 'many') throw new BundleNotFound(entityType, bundle);
  return type;
}

/** A field that was added to a bundle, unlike the base fields of entity types. @throws FieldNotFound */
export function getCustomField({ name: type, bundle }: ResourceType, name: string): Field {
  const field = bundle.fields.find((custom) => custom.name === name);
  if (field === undefined) throw new FieldNotFound(type, name);
  return field;
}

/** @throws BundleNotFound, ResourcePreconditionFailed */
export function getBundleInVersion(
  name: BundleName,
  model: ContentModel,
  { expectedVersion }: ChangeOptions,
): ResourceType {
  const type = getCustomBundle(name, model);
  assertVersion(`The bundle ${type.name}`, { version: type.bundle.since }, expectedVersion);
  return type;
}

/** Where changes of the model are stored and recorded. */
export interface ModelEditing {
  readonly models: ContentModelService;
  readonly trail: AuditTrail;
}

/**
 * Stores a change that is computed from the present model, together with its audit event.
 *
 * @param createEvent called after `compute`, once for each attempt
 */
export async function changeModel(
  { models, trail }: ModelEditing,
  { monitor }: Pick<ChangeOptions, 'monitor'>,
  compute: (model: ContentModel) => BundleChange | Promise<BundleChange>,
  createEvent: () => AuditEvent,
): Promise<ContentModel> {
  let audit: readonly AuditEvent[] = [];
  const createAuditLines = (): { audit: readonly AuditEvent[] } => ({ audit: (audit = [createEvent()]) });
  const model = await models.change(compute, { monitor, createAuditLines });
  trail.forward(audit);
  return model;
}

/**
 * Stores a definition that is computed from the present bundle.
 *
 * @param createEvent creates the audit event from the new definition
 * @returns the changed bundle
 * @throws BundleNotFound, InvalidDefinition (as `AggregateDomainError` when there are several), ResourcePreconditionFailed, and whatever
 *   `compute` throws
 */
export async function editBundle(
  name: BundleName,
  options: ChangeOptions,
  editing: ModelEditing,
  compute: (present: ResourceType, model: ContentModel) => BundleDefinition | Promise<BundleDefinition>,
  createEvent: (type: string, label: string) => AuditEvent,
): Promise<ResourceType> {
  let newLabel = '';
  const model = await changeModel(
    editing,
    options,
    async (before) => {
      const { entityType, bundle, label, description, fields } = await compute(
        getBundleInVersion(name, before, options),
        before,
      );
      const definition = { entityType, bundle, label, description, fields };
      validateBundle(definition);
      newLabel = label;
      return { kind: 'put', bundle: definition };
    },
    () => createEvent(formatResourceTypeName(name.entityType, name.bundle), newLabel),
  );
  return getCustomBundle(name, model);
}
