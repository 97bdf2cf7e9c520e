import { type Field, isMultiple, isReference, SAME_BUNDLE } from '@content-service/bundles';
import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { SITE_FORMAT } from '../site-package/site-line.js';
import { convertValue } from './convert-value.js';
import type { SitePlan, TypePlan } from './derive-model.js';
import type { ImportNotes } from './import-notes.js';
import { ABSENT_IDS, getIdentifiers, type SourceIdentifier } from './observe-fields.js';
import type { SourceResource } from './source-documents.js';
import { toEntryId } from './type-names.js';

/** Attributes that can name an entry whose type has no title in the source, best first. */
const LABELS = ['title', 'name', 'label', 'headline', 'subject', 'info'];
const LABEL_MAXIMUM = 255;
/** Characters of an id in the label of an entry without any other. */
const ID_EXCERPT = 8;

/** The lines of a site package before its entries: a header and the bundles. */
export function createDefinitionRecords(plan: SitePlan): readonly object[] {
  const bundles = [...plan.values()].flatMap(({ definition }) =>
    definition === undefined ? [] : [{ kind: 'bundle', ...definition }],
  );
  return [{ kind: 'header', format: SITE_FORMAT }, ...bundles];
}

/** Converts resources of a source to lines of a site package. */
export class SiteRecordWriter {
  /**
   * @param source the origin of the source
   * @param targets resource types of this service that references may point at, by resource type of the source
   */
  constructor(
    private readonly source: string,
    private readonly plan: SitePlan,
    private readonly findTarget: (type: string) => string | undefined,
    private readonly notes: ImportNotes,
  ) {}

  /** The line of a resource; `undefined` when its type is not imported. */
  write(resource: SourceResource): object | undefined {
    const plan = this.plan.get(resource.type);
    if (plan === undefined) return undefined;
    const values = this.getValues(resource, plan);
    const id = toEntryId(this.source, resource.type, resource.id);
    if (plan.target.name === 'user--user') return toUserRecord(id, values.attributes, resource);
    const { labelField } = plan.target.entityType;
    const label = values.attributes[labelField];
    const attributes = isName(label)
      ? values.attributes
      : { ...values.attributes, [labelField]: this.findLabel(resource, plan) };
    return {
      kind: 'entry',
      resource: { type: plan.target.name, id, attributes, relationships: values.relationships },
    };
  }

  private getValues(
    resource: SourceResource,
    plan: TypePlan,
  ): { attributes: JsonObject; relationships: JsonObject } {
    const attributes: Record<string, Json> = {};
    const relationships: Record<string, Json> = {};
    for (const { source, field } of plan.fields.values()) {
      const note = (message: string): void => {
        this.notes.add(`${resource.type}.${source}: ${message}`, formatName(resource));
      };
      if (isReference(field)) {
        const relationship = resource.relationships[source];
        const data = isJsonObject(relationship) ? relationship['data'] : undefined;
        if (data !== undefined)
          relationships[field.name] = { data: this.convertLinkage(data, field, plan, note) };
      } else {
        const value = resource.attributes[source];
        if (value === undefined) continue;
        const converted = convertValue(value, field, { origin: this.source, note });
        // A field with an initial value always has one, so its absence at the source changes nothing.
        if (converted !== null || field.initial === undefined) attributes[field.name] = converted;
      }
    }
    return { attributes, relationships };
  }

  private convertLinkage(data: Json, field: Field, plan: TypePlan, note: (message: string) => void): Json {
    const targetTypes = (field.settings.targetTypes ?? []).map((name) =>
      name === SAME_BUNDLE ? plan.target.name : name,
    );
    const linkage = getIdentifiers(data).flatMap((identifier) => {
      const { type, id } = identifier;
      if (ABSENT_IDS.has(id)) {
        // The parent of a term at the top of its vocabulary is virtual in Drupal, which is no loss.
        const isRoot = id === 'virtual' && field.name === 'parent';
        if (!isRoot) note(`a reference to a ${id} resource`);
        return [];
      }
      const target = this.findTarget(type);
      if (target !== undefined && targetTypes.includes(target))
        return [{ type: target, id: toEntryId(this.source, type, id), ...getMeta(identifier) }];
      note(`a reference to a ${type}, which is not taken over`);
      return [];
    });
    if (isMultiple(field)) return linkage;
    if (linkage.length > 1) note('more references than the field can have (1); the first was kept');
    return linkage[0] ?? null;
  }

  private findLabel(resource: SourceResource, plan: TypePlan): string {
    for (const name of LABELS) {
      const value = resource.attributes[name];
      if (isName(value)) return cutLabel(value.trim());
    }
    return `${plan.definition?.label ?? plan.target.bundle} ${resource.id.slice(0, ID_EXCERPT)}`;
  }
}

/** `node--article/0190b0a0-…`. */
function formatName({ type, id }: Pick<SourceResource, 'type' | 'id'>): string {
  return `${type}/${id}`;
}

/** What the source tells about a reference, such as `alt` and `title` of an image; not its row numbers and links. */
function getMeta({ meta }: SourceIdentifier): { meta?: JsonObject } {
  if (!isJsonObject(meta)) return {};
  const kept = Object.entries(meta).filter(
    ([name, value]) =>
      value !== undefined && !/^(?:drupal_internal__.*|links|arity|target_revision_id)$/.test(name),
  );
  return kept.length === 0 ? {} : { meta: Object.fromEntries(kept) };
}

/** A profile: what entries show of their author. Accounts, addresses and passwords stay at the source. */
function toUserRecord(id: string, attributes: JsonObject, resource: SourceResource): object {
  const { status, created, changed, display_name: displayName } = attributes;
  const [name = resource.id] = [resource.attributes['name'], displayName].filter(isName);
  return {
    kind: 'user',
    id,
    name: cutLabel(name),
    display_name: cutLabel(isName(displayName) ? displayName : name),
    published: status !== false,
    ...(created === undefined || created === null ? {} : { created }),
    ...(changed === undefined || changed === null ? {} : { changed }),
  };
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** The first characters of a text that is too long for a label. */
function cutLabel(text: string): string {
  return Array.from(text).slice(0, LABEL_MAXIMUM).join('');
}
