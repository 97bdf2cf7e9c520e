import {
  type BundleDefinition,
  type ContentModel,
  defineField,
  FILE_TYPE,
  type Field,
  isReference,
  isRelationship,
  type ResourceType,
  SCHEDULE_FIELD_NAMES,
} from '@content-service/bundles';
import { getOwn, validateLabel } from '@content-service/kernel';
import type { BundleLabel } from './bundle-labels.js';
import type { ValueClass } from './classify-value.js';
import { deriveFileType, deriveType, fitsBaseField, getCardinality } from './derive-field.js';
import type { FileSurvey } from './file-survey.js';
import type {
  ObservedAttribute,
  ObservedRelationship,
  ObservedSite,
  ObservedType,
} from './observe-fields.js';
import type { FieldHint, TypeHints } from './schema-hints.js';
import { type TargetType, toFieldName, toLabel, toTargetType } from './type-names.js';

/** The target of the values of one field of the source. */
interface FieldPlan {
  readonly source: string;
  readonly field: Field;
  /** Kinds of values that only a JSON field holds together. */
  readonly clash?: readonly ValueClass[] | undefined;
}

/** A field of the source that is not imported. */
interface LeftOutField {
  readonly name: string;
  readonly reason: string;
}

/** The conversion of the resources of one type to entries. */
export interface TypePlan {
  readonly source: string;
  readonly target: TargetType;
  /** The bundle to store; absent for the fixed bundles of files and users. */
  readonly definition?: BundleDefinition | undefined;
  /** Keyed by name in the source. */
  readonly fields: ReadonlyMap<string, FieldPlan>;
  readonly leftOut: readonly LeftOutField[];
  /** Attributes with times of publication, which become schedules. */
  readonly schedules: readonly string[];
  /** Documents that were read. */
  readonly resources: number;
}

/** Plans by resource type of the source. */
export type SitePlan = ReadonlyMap<string, TypePlan>;

/** Fields that Drupal adds to its own bookkeeping: numbers of rows, revisions, states of translations. */
const INTERNAL =
  /^(?:drupal_internal__.*|revision_.*|default_langcode|content_translation_(?:source|outdated)|behavior_settings)$/;

/** Attributes that Drupal computes from others, by entity type. */
const COMPUTED: Readonly<Record<string, readonly string[]>> = {
  menu_link_content: ['bundle', 'external', 'rediscover'],
  redirect: ['hash'],
};

/** The reason for leaving out what has a meaning only inside of the source. */
export const KEPT_BY_DRUPAL = 'kept by Drupal for itself';

/** True for a reference to the bundle of its own resource, which the resource type or an attribute tells: `node_type`, `bundle`, `vid`. */
export function isOwnBundle(type: string, name: string, target: string): boolean {
  const [definition = '', ...rest] = target.split('--');
  const isConfiguration = rest.join('--') === definition && /(?:_type|_vocabulary|^menu)$/.test(definition);
  return isConfiguration && !name.startsWith('field_') && !type.startsWith(`${definition}--`);
}

/** The description that a source gives of its model, by resource type. */
interface SiteDescription {
  readonly observed: ObservedSite;
  readonly schemas: ReadonlyMap<string, TypeHints>;
  readonly labels: ReadonlyMap<string, BundleLabel>;
  /** The bundle for each resource type of the source, those that are not read included. */
  readonly targets: ReadonlyMap<string, TargetType>;
  readonly files: Pick<FileSurvey, 'extensions'>;
}

/**
 * Derives bundles and fields from the documents of a site and its schemas.
 *
 * @param present the model of this service; fields that exist stay as they are, but for further targets of references
 */
export function deriveModel(
  { observed: { types }, schemas, labels, targets, files }: SiteDescription,
  present: ContentModel,
): SitePlan {
  const sources = [...new Set([...types.keys(), ...schemas.keys()])].sort();
  return new Map(
    sources.map((source) => {
      const observed = types.get(source) ?? { resources: 0, attributes: new Map(), relationships: new Map() };
      const derivation = new TypeDerivation(
        source,
        observed,
        schemas.get(source) ?? new Map(),
        targets.get(source) ?? toTargetType(source),
        createTargetFinder(new Set(sources), targets, present),
        present,
        labels.get(source),
        files.extensions,
      );
      return [source, derivation.derive()];
    }),
  );
}

/** Finds the resource type of this service for one of the source, where it has or gets one. */
export type TargetFinder = (source: string) => string | undefined;

/** @param sources resource types that are imported; others have a target when the model has it */
export function createTargetFinder(
  sources: { has: (source: string) => boolean },
  targets: ReadonlyMap<string, TargetType>,
  model: ContentModel,
): TargetFinder {
  return (source) => {
    const { name } = targets.get(source) ?? toTargetType(source);
    return sources.has(source) ? name : model.find(name)?.name;
  };
}

class TypeDerivation {
  private readonly present: ResourceType | undefined;
  private readonly plans = new Map<string, FieldPlan>();
  private readonly leftOut: LeftOutField[] = [];
  /** Names of fields of the bundle. */
  private readonly taken: Set<string>;

  constructor(
    private readonly source: string,
    private readonly observed: ObservedType,
    private readonly hints: TypeHints,
    private readonly target: TargetType,
    private readonly findTarget: TargetFinder,
    model: ContentModel,
    private readonly label: BundleLabel | undefined,
    private readonly extensions: ReadonlySet<string>,
  ) {
    this.present = model.find(this.target.name);
    this.taken = new Set(this.target.entityType.baseFields.map(({ name }) => name));
  }

  derive(): TypePlan {
    const { attributes, relationships, resources } = this.observed;
    const names = new Set([...attributes.keys(), ...relationships.keys(), ...this.hints.keys()]);
    const schedules = [...names].filter((name) => this.isSchedule(name));
    for (const name of names) {
      if (schedules.includes(name)) continue;
      const planned = this.planField(name);
      if ('reason' in planned) this.leftOut.push(planned);
      else {
        this.taken.add(planned.field.name);
        this.plans.set(name, planned);
      }
    }
    const { source, target, plans, leftOut } = this;
    const definition = this.getDefinition();
    return { source, target, definition, fields: plans, leftOut, schedules, resources };
  }

  /** True for an attribute with times of publication, or with none yet: it then cancels those of earlier imports. */
  private isSchedule(name: string): boolean {
    const classes = [...(this.observed.attributes.get(name)?.classes ?? [])];
    const isTime = classes.every((kind) => kind === 'datetime' || kind === 'integer');
    return isTime && SCHEDULE_FIELD_NAMES.includes(name) && this.target.entityType.schedulable;
  }

  private planField(name: string): FieldPlan | LeftOutField {
    const { attributes, relationships } = this.observed;
    const hint = this.hints.get(name);
    const relationship = relationships.get(name);
    const isDescribed = hint?.type === 'entity_reference' && !attributes.has(name);
    return relationship !== undefined || isDescribed
      ? this.planRelationship(name, relationship, hint)
      : this.planAttribute(name, attributes.get(name), hint);
  }

  private planAttribute(
    name: string,
    observed: ObservedAttribute | undefined,
    hint: FieldHint | undefined,
  ): FieldPlan | LeftOutField {
    const base = this.findBaseField(name);
    if (base !== undefined && !isRelationship(base) && fitsBaseField(base, observed))
      return { source: name, field: base };
    if (this.isInternal(name)) return { name, reason: KEPT_BY_DRUPAL };
    const derived = deriveType(observed, hint);
    if (derived === undefined) return { name, reason: 'without any value' };
    const { clash, ...type } = derived;
    return this.planOwnField(name, type, hint, clash);
  }

  private planRelationship(
    name: string,
    observed: ObservedRelationship | undefined,
    hint: FieldHint | undefined,
  ): FieldPlan | LeftOutField {
    const base = this.findBaseField(name);
    if (base !== undefined && isRelationship(base)) return { source: name, field: base };
    if (this.isInternal(name)) return { name, reason: KEPT_BY_DRUPAL };
    const sources = [...(observed?.targets.keys() ?? []), ...(hint?.settings.targetTypes ?? [])];
    const targetTypes = [...new Set(sources.flatMap((source) => this.findTarget(source) ?? []))].sort();
    if (targetTypes.length === 0) {
      const others = [...new Set(sources)].join(', ');
      return { name, reason: others === '' ? 'without any target' : `points at ${others} only` };
    }
    const isList = (observed?.isList ?? false) || (hint?.isList ?? false);
    const cardinality = isList ? getCardinality(0, hint) : 1;
    // Drupal gives every medium a thumbnail, by which a document must not become an image.
    const isThumbnail = name === 'thumbnail' && this.target.entityType.name === 'media';
    const isFile = !isThumbnail && targetTypes.every((type) => type === FILE_TYPE);
    const reference = isFile
      ? deriveFileType(observed?.hasTexts ?? false, this.extensions)
      : { type: 'entity_reference' as const, settings: { targetTypes } };
    return this.planOwnField(name, { ...reference, cardinality }, hint);
  }

  private isInternal(name: string): boolean {
    return INTERNAL.test(name) || getOwn(COMPUTED, this.target.entityType.name)?.includes(name) === true;
  }

  private findBaseField(name: string): Field | undefined {
    return this.target.entityType.baseFields.find((field) => field.name === name && field.hidden !== true);
  }

  private planOwnField(
    source: string,
    type: Pick<Field, 'type' | 'settings' | 'cardinality'>,
    hint: FieldHint | undefined,
    clash?: readonly ValueClass[],
  ): FieldPlan | LeftOutField {
    if (this.target.entityType.bundles !== 'many')
      return { name: source, reason: `the bundle ${this.target.name} is fixed` };
    const name = toFieldName(source, this.taken);
    const label =
      hint?.label !== undefined && validateLabel(hint.label) === undefined ? hint.label : toLabel(source);
    const derived = defineField(name, type.type, { ...type, label, required: hint?.required ?? false });
    const present = this.present?.bundle.fields.find((field) => field.name === name);
    if (present === undefined) return { source, field: derived, clash };
    if (isReference(present) !== isReference(derived))
      return { name: source, reason: `the field '${name}' exists with the type ${present.type}` };
    return { source, field: extendTargets(present, derived) };
  }

  /** The bundle with its own fields, those that only this service has included. */
  private getDefinition(): BundleDefinition | undefined {
    const { entityType, bundle } = this.target;
    if (entityType.bundles !== 'many') return undefined;
    const derived = [...this.plans.values()]
      .map(({ field }) => field)
      .filter(({ name }) => entityType.baseFields.every((base) => base.name !== name));
    const names = new Set(derived.map(({ name }) => name));
    const kept = this.present?.bundle.fields.filter(({ name }) => !names.has(name)) ?? [];
    const { label, description } = this.present?.bundle ?? this.label ?? { label: toLabel(bundle) };
    const common = { entityType: entityType.name, bundle, label, fields: [...derived, ...kept] };
    return description === undefined ? common : { ...common, description };
  }
}

/** A field that exists stays as administrators have made it; references get further target types. */
function extendTargets(present: Field, derived: Field): Field {
  if (present.type !== 'entity_reference') return present;
  const before = present.settings.targetTypes ?? [];
  const added = (derived.settings.targetTypes ?? []).filter((type) => !before.includes(type));
  if (added.length === 0) return present;
  return { ...present, settings: { ...present.settings, targetTypes: [...before, ...added] } };
}
