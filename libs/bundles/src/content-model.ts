import type { AuditLines } from '@content-service/audit';
import type { Json, ProgressMonitor } from '@content-service/kernel';
import { ModelOutdated } from './bundle.errors.js';
import type { Bundle, BundleChange, BundleDefinition, BundleStore, StoredModel } from './bundle.store.js';
import { ENTITY_TYPES, type EntityType, SAME_BUNDLE } from './entity-type.js';
import { type Field, isMultiple } from './field.js';
import { FIELD_TYPES, isReference, isRelationship } from './field-types/index.js';
import { validateBundle } from './validate-bundle.js';

/** How a change of the model is stored. */
export interface ModelChangeOptions {
  readonly monitor?: ProgressMonitor | undefined;
  readonly createAuditLines?: (() => AuditLines) | undefined;
}

/** The content model of this process. Administrators change it through `BundleEditor` and `FieldEditor`. */
export class ContentModelService {
  private model = new ContentModel(0, []);

  constructor(private readonly store: BundleStore) {}

  /** The cached model; changes of other processes arrive with `refresh`. */
  current(): ContentModel {
    return this.model;
  }

  /** Loads the model from the store. */
  async refresh(): Promise<ContentModel> {
    this.replaceModel(await this.store.load());
    return this.model;
  }

  /**
   * Creates a bundle or replaces its definition without regard to the values of entries: for sites without entries. In
   * force at once in this process.
   *
   * @throws InvalidDefinition (as `AggregateDomainError` when there are several)
   */
  async put(definition: BundleDefinition): Promise<ContentModel> {
    validateBundle(definition);
    return this.change(() => ({ kind: 'put', bundle: definition }));
  }

  /**
   * Applies a change that is computed from the stored model. When another process changes the model at the same moment,
   * the change is computed again from the new model, up to 6 times.
   *
   * @param options `monitor` follows the work of the store, `createAuditLines` makes what is stored with each attempt
   * @returns the model right after the change
   * @throws ModelOutdated, and whatever `compute` and the monitor throw
   */
  async change(
    compute: (model: ContentModel) => BundleChange | Promise<BundleChange>,
    { monitor, createAuditLines }: ModelChangeOptions = {},
  ): Promise<ContentModel> {
    for (let tries = 0; ; tries += 1) {
      const model = await this.refresh();
      const change = await compute(model);
      try {
        const stored = await this.store.applyChange(change, model.version, monitor, createAuditLines?.());
        return this.replaceModel(stored);
      } catch (error) {
        if (!(error instanceof ModelOutdated) || tries === 5) throw error;
      }
    }
  }

  /** Ignores older versions: they were read before a change that is cached already. */
  private replaceModel({ version, bundles }: StoredModel): ContentModel {
    if (version === this.model.version) return this.model;
    const model = new ContentModel(version, bundles);
    if (version > this.model.version) this.model = model;
    return model;
  }
}

/** The compiled content model: immutable, created anew at every change. */
export class ContentModel {
  private readonly byName: ReadonlyMap<string, ResourceType>;

  /** @param version increases by one with every change of any bundle */
  constructor(
    readonly version: number,
    bundles: readonly Bundle[],
  ) {
    const all = [...buildFixedBundles(), ...bundles].map(toResourceType);
    this.byName = new Map(all.map((type) => [type.name, type]));
  }

  /** @param name such as `node--article` */
  find(name: string): ResourceType | undefined {
    return this.byName.get(name);
  }

  /** All resource types, those of single-bundle entity types first. */
  get resourceTypes(): readonly ResourceType[] {
    return [...this.byName.values()];
  }
}

/** The type of the resources of one endpoint: an entity type and a bundle with all their fields. */
export interface ResourceType {
  /** `<entity_type>--<bundle>` (specification, «Resource object»). */
  readonly name: string;
  readonly entityType: EntityType;
  readonly bundle: Bundle;
  readonly fields: ReadonlyMap<string, Field>;
  /** The fields that documents have under `attributes`, but for hidden ones. */
  readonly attributes: readonly Field[];
  readonly relationships: readonly Field[];
  /** Whether documents have the attributes as they are stored: no field is hidden, and no reference is shown among them. */
  readonly showsStoredAttributes: boolean;
}

/** `node--article` for `node` and `article`. */
export function formatResourceTypeName(entityType: string, bundle: string): string {
  return `${entityType}--${bundle}`;
}

/** The resource types that a reference field may point at. @param type the resource type that has the field */
export function getTargetTypes(field: Field, type: string): readonly string[] {
  const names = FIELD_TYPES[field.type].targetTypes ?? field.settings.targetTypes ?? [];
  return names.map((name) => (name === SAME_BUNDLE ? type : name));
}

/** The value that documents show for a field without a value. */
export function getAbsentValue(field: Field): Json {
  return isMultiple(field) ? [] : (FIELD_TYPES[field.type].absentValue ?? null);
}

/** The bundles of entity types whose bundle is fixed: they are not stored. */
function buildFixedBundles(): Bundle[] {
  return ENTITY_TYPES.flatMap(({ name, label, bundles }) =>
    bundles === 'many' ? [] : [{ entityType: name, bundle: bundles.only, label, fields: [], since: 0 }],
  );
}

function toResourceType(bundle: Bundle): ResourceType {
  const entityType = ENTITY_TYPES.find(({ name }) => name === bundle.entityType);
  if (entityType === undefined) throw new Error(`Stored bundle of unknown entity type ${bundle.entityType}.`);
  const fields = [...entityType.baseFields, ...bundle.fields];
  const attributes = fields.filter((field) => !isRelationship(field));
  return {
    name: formatResourceTypeName(bundle.entityType, bundle.bundle),
    entityType,
    bundle,
    fields: new Map(fields.map((field) => [field.name, field])),
    attributes,
    relationships: fields.filter(isRelationship),
    showsStoredAttributes: attributes.every((field) => field.hidden !== true && !isReference(field)),
  };
}
