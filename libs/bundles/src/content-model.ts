import { type EntityType, ENTITY_TYPES, SAME_BUNDLE } from './entity-type.js';
import { type Field, isReference } from './field.js';

/** A bundle as it is stored: the fields that were added to it, without those every entity type brings. */
export interface Bundle {
  readonly entityType: string;
  readonly bundle: string;
  readonly label: string;
  readonly description?: string;
  readonly fields: readonly Field[];
  /** The model version that last changed it; documents written since then have exactly its fields. */
  readonly since: number;
}

/** What one endpoint serves: an entity type and a bundle with all their fields. */
export interface ResourceType {
  /** `<entity_type>--<bundle>` (specification, «Resource object»). */
  readonly name: string;
  readonly entityType: EntityType;
  readonly bundle: Bundle;
  readonly fields: ReadonlyMap<string, Field>;
  readonly attributes: readonly Field[];
  readonly relationships: readonly Field[];
  readonly hasHiddenFields: boolean;
}

/** The compiled content model: immutable, made anew at every change. */
export class ContentModel {
  private readonly byName: ReadonlyMap<string, ResourceType>;

  /** @param version rises by one with every change of any bundle */
  constructor(
    readonly version: number,
    bundles: readonly Bundle[],
  ) {
    const all = [...onlyBundles(), ...bundles].map(toResourceType);
    this.byName = new Map(all.map((type) => [type.name, type]));
  }

  find(name: string): ResourceType | undefined {
    return this.byName.get(name);
  }

  /** All resource types, those of single-bundle entity types first. */
  get resourceTypes(): readonly ResourceType[] {
    return [...this.byName.values()];
  }
}

export function resourceTypeName(entityType: string, bundle: string): string {
  return `${entityType}--${bundle}`;
}

/** The resource types a reference field may point at; `type` is the one that has the field. */
export function targetTypes(field: Field, type: string): readonly string[] {
  return (field.settings.targetTypes ?? []).map((name) => (name === SAME_BUNDLE ? type : name));
}

/** Bundles that exist without anybody making them. */
function onlyBundles(): Bundle[] {
  return ENTITY_TYPES.flatMap(({ name, label, bundles }) =>
    bundles === 'many' ? [] : [{ entityType: name, bundle: bundles.only, label, fields: [], since: 0 }],
  );
}

function toResourceType(bundle: Bundle): ResourceType {
  const entityType = ENTITY_TYPES.find(({ name }) => name === bundle.entityType);
  if (entityType === undefined) throw new Error(`Stored bundle of unknown entity type ${bundle.entityType}.`);
  const fields = [...entityType.baseFields, ...bundle.fields];
  return {
    name: resourceTypeName(bundle.entityType, bundle.bundle),
    entityType,
    bundle,
    fields: new Map(fields.map((field) => [field.name, field])),
    attributes: fields.filter((field) => !isReference(field)),
    relationships: fields.filter(isReference),
    hasHiddenFields: fields.some((field) => field.hidden === true),
  };
}
