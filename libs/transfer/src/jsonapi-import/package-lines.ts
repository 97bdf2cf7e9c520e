import { getOwn, isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import type { Attributes } from '@content-service/entries';
import type { Menu } from '@content-service/site-settings';
import { SITE_FORMAT } from '../site-package/site-line.js';
import { isEmptyValue } from './compare-values.js';
import type { SitePlan, TypePlan } from './derive-model.js';
import type { NoteCounter } from './note-counter.js';
import { type ConversionSite, type ConvertedValues, convertValues } from './resource-values.js';
import type { SourceResource } from './source-documents.js';

/** Attributes that can name an entry whose type has no title in the source, best first. */
const LABELS = ['title', 'name', 'label', 'headline', 'subject', 'info'];
const LABEL_MAXIMUM = 255;
/** Characters of an id in the label of an entry without any other. */
const ID_EXCERPT = 8;

/** The lines of a site package before its entries: a header, the menus and the bundles. */
export function createDefinitionLines(plan: SitePlan, menus: readonly Menu[]): readonly object[] {
  const bundles = [...plan.values()].flatMap(({ definition }) =>
    definition === undefined ? [] : [{ kind: 'bundle', ...definition }],
  );
  return [
    { kind: 'header', format: SITE_FORMAT },
    ...menus.map((menu) => ({ kind: 'menu', ...menu })),
    ...bundles,
  ];
}

/** Converts resources of a source to lines of a site package. */
export class PackageLineWriter {
  /** Resources that were written before, of those that the source gives more than once. */
  private readonly written = new Set<string>();

  constructor(
    private readonly site: ConversionSite,
    private readonly plan: SitePlan,
    private readonly notes: NoteCounter,
  ) {}

  /**
   * The line of a resource; `undefined` when it is not imported.
   *
   * @param stored the attributes of a file whose bytes are here
   */
  write(resource: SourceResource, stored?: Attributes): object | undefined {
    const plan = this.plan.get(resource.type);
    if (plan === undefined || this.isReplaced(resource)) return undefined;
    const name = formatName(resource);
    const converted = convertValues(resource, plan, this.site, (field, message) => {
      this.notes.add(`${resource.type}.${field}: ${message}`, name);
    });
    const values = { ...converted, attributes: { ...converted.attributes, ...stored } };
    if (stored !== undefined) this.noteFile(resource, converted, stored);
    this.noteResource(resource, plan, values);
    const id = this.site.ids.get(resource.type, resource.id);
    if (plan.target.name === 'user--user') return toUserLine(id, values.attributes, resource);
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

  /** True for a translation of a resource that the source gives more than once, when one of them is the original. */
  private isReplaced(resource: SourceResource): boolean {
    const { type, id } = resource;
    const repeated = this.site.ids.findRepeated(type, id);
    if (repeated === undefined) return false;
    const name = formatName(resource);
    if (repeated === 'original' && isTranslation(resource)) {
      this.notes.add(`${type}: a translation beside its original, which was left out`, name);
      return true;
    }
    if (this.written.has(name)) this.notes.add(`${type}: the same id again; the later one was kept`, name);
    this.written.add(name);
    return false;
  }

  /** Notes what is different about the whole entry. */
  private noteResource(
    resource: SourceResource,
    { target }: TypePlan,
    { attributes }: ConvertedValues,
  ): void {
    const { type, id } = resource;
    const name = formatName(resource);
    if (this.site.ids.isShared(type, id))
      this.notes.add(`${type}: an id that another resource type has; another one was computed`, name);
    if (isTranslation(resource)) {
      const language = getOwn(resource.attributes, 'content_translation_source');
      const isKnown = typeof language === 'string' && /^[a-z]{2,3}(?:-[\w-]{1,9})?$/.test(language);
      const address = `${this.site.origin}/${isKnown && language !== 'und' ? language : 'LANGUAGE'}/jsonapi`;
      this.notes.add(
        `${type}: a translation, taken over instead of its original, which is below ${address}`,
        name,
      );
    }
    if (target.name === 'file--file' && !isJsonObject(attributes['uri']))
      this.notes.add(`${type}: a file without an address`, name);
    const { labelField } = target.entityType;
    if (!isEmptyValue(getOwn(resource.attributes, labelField)) && !isName(attributes[labelField]))
      this.notes.add(`${type}.${labelField}: no name that can be stored; the entry got another one`, name);
  }

  /** Notes what is different about a file whose bytes are here. */
  private noteFile({ type, id }: SourceResource, { attributes }: ConvertedValues, stored: Attributes): void {
    const name = formatName({ type, id });
    if (attributes['filename'] !== stored['filename'])
      this.notes.add(
        `${type}.filename: a name that is none of a file, or lacks its extension; it was changed`,
        name,
      );
    if (stored['status'] === false && attributes['status'] !== false)
      this.notes.add(`${type}: a private file, which is not published here`, name);
  }

  private findLabel(resource: SourceResource, plan: TypePlan): string {
    for (const name of LABELS) {
      const value = toName(getOwn(resource.attributes, name));
      if (value !== undefined) return cutLabel(value);
    }
    return `${plan.definition?.label ?? plan.target.bundle} ${resource.id.slice(0, ID_EXCERPT)}`;
  }
}

/** `node--article/0190b0a0-…`. */
function formatName({ type, id }: Pick<SourceResource, 'type' | 'id'>): string {
  return `${type}/${id}`;
}

/** A profile: what entries show of their author. Accounts, addresses and passwords stay at the source. */
function toUserLine(id: string, attributes: JsonObject, resource: SourceResource): object {
  const { status, created, changed, display_name: displayName } = attributes;
  const [name = resource.id] = [resource.attributes['name'], displayName].flatMap(
    (text) => toName(text) ?? [],
  );
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

/** A text, or a number as text, that can be a label. */
function toName(value: Json | undefined): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (!isName(text)) return undefined;
  const storable = text.toWellFormed().replaceAll('\0', '').trim();
  return storable === '' ? undefined : storable;
}

function isTranslation({ attributes }: SourceResource): boolean {
  return attributes['default_langcode'] === false;
}

/** The first characters of a text that is too long for a label. */
function cutLabel(text: string): string {
  return Array.from(text).slice(0, LABEL_MAXIMUM).join('');
}
