import {
  type ContentModel,
  type Field,
  FIELD_TYPES,
  getTargetTypes,
  isMultiple,
  isReference,
  type Property,
  type ResourceType,
} from '@content-service/bundles';
import type { Principal } from '@content-service/scopes';
import { canSeeUnpublished } from '../entry.js';
import { InvalidPath } from './query.errors.js';

/** A path of a filter or sort, resolved against the content model, so that stores meet known names only. */
export interface FieldPath {
  /** The path as the client wrote it. */
  readonly text: string;
  readonly steps: readonly PathStep[];
  readonly end: PathEnd;
}

/** One relationship of a path. */
export interface PathStep {
  /** The name of the reference field. */
  readonly field: string;
  /** The resource types that have the field; several after a step with several target types. */
  readonly sourceTypes: readonly string[];
  /** The possible target types, without those that lack the next segment of the path. */
  readonly targetTypes: readonly string[];
  /** Whether the field can hold several targets. */
  readonly multiple: boolean;
  /** The index of the only target to follow (`field_tags.0.name`). */
  readonly delta?: number;
  /** Ignore unpublished targets, because the principal may not see them. */
  readonly publishedTargetsOnly: boolean;
}

/** The value at the end of a path. */
export type PathEnd =
  /** The id of the last entry. After steps it is compared with the linkage itself. */
  | { readonly kind: 'id' }
  /** A property of a field of the last entry. */
  | {
      readonly kind: 'property';
      readonly field: string;
      /** Equal in all `types`. */
      readonly property: Property;
      /** The resource types that have the field. */
      readonly types: readonly string[];
      readonly multiple: boolean;
      /** The index of the only value to compare (`field_multi.1`). */
      readonly delta?: number;
    };

/** In an AND group, conditions whose steps have equal keys must hold for the same target. */
export function formatStepKey(step: PathStep): string {
  return step.delta === undefined ? step.field : `${step.field}.${step.delta}`;
}

/** In an AND group, conditions on the same entry whose ends have equal keys must hold for the same value. */
export function formatEndKey(end: PathEnd): string {
  if (end.kind === 'id') return '.id';
  return end.delta === undefined ? end.field : `${end.field}.${end.delta}`;
}

/** The inputs for resolving the names of a query. */
export interface QueryContext {
  readonly model: ContentModel;
  readonly type: ResourceType;
  /** Determines which targets of relationships the query can see. */
  readonly principal: Principal;
}

/** The use of a path: only a test for NULL may end in a relationship itself. */
export type PathUse = 'compare' | 'test for null';

/** The path ends in a hidden field that the principal may not use; it matches no value. */
export const FORBIDDEN_PATH = Symbol('forbidden path');

/** The maximum number of relationships of a path; each multiplies the number of its values. */
const STEPS_MAXIMUM = 8;

const DELTA = /^\d{1,9}$/;

/**
 * Resolves `field_tags.parent.name`, `body.value`, `field_tags.0.id`, … against the content model.
 *
 * @param parameter the query parameter for errors
 * @throws InvalidPath with the invalid segment and the valid ones
 */
export function resolvePath(
  text: string,
  use: PathUse,
  parameter: string,
  context: QueryContext,
): FieldPath | typeof FORBIDDEN_PATH {
  return new PathResolver(text, use, parameter, context).resolve();
}

/** Resolves the segments of one path from left to right. */
class PathResolver {
  private readonly segments: readonly string[];
  /** The index of the next segment. */
  private next = 0;
  private types: readonly ResourceType[];
  private readonly steps: PathStep[] = [];
  private forbidden = false;

  constructor(
    private readonly text: string,
    private readonly use: PathUse,
    private readonly parameter: string,
    private readonly context: QueryContext,
  ) {
    this.segments = text.split('.');
    this.types = [context.type];
  }

  resolve(): FieldPath | typeof FORBIDDEN_PATH {
    if (this.text === '') throw this.invalidPath('A field name is missing.');
    const end = this.resolveSteps();
    if (this.forbidden) return FORBIDDEN_PATH;
    return { text: this.text, steps: this.toVisibleSteps(end), end };
  }

  private resolveSteps(): PathEnd {
    for (;;) {
      const segment = this.segments[this.next];
      if (segment === undefined || segment === 'id') return this.resolveIdEnd(segment);
      this.next += 1;
      const owners = this.findOwners(segment);
      if (!isReference(owners[0].field)) return this.resolvePropertyEnd(segment, owners);
      this.followReference(segment, owners);
    }
  }

  /** Linkage is visible to every principal, so the last step of a path that ends in an id includes unpublished targets. */
  private toVisibleSteps(end: PathEnd): PathStep[] {
    const publishedTargetsOnly = !canSeeUnpublished(this.context.principal);
    const last = this.steps.length - 1;
    return this.steps.map((step, index) => ({
      ...step,
      publishedTargetsOnly: publishedTargetsOnly && !(end.kind === 'id' && index === last),
    }));
  }

  private resolveIdEnd(segment: string | undefined): PathEnd {
    if (segment === undefined && this.use === 'compare') {
      throw this.invalidPath(
        `'${this.text}' ends in a relationship; end it with .id or with a field of its targets: ${this.listKnownNames()}.`,
      );
    }
    if (this.segments.length > this.next + 1)
      throw this.invalidPath(`Nothing can follow 'id' in '${this.text}'.`);
    return { kind: 'id' };
  }

  private resolvePropertyEnd(name: string, owners: Owners): PathEnd {
    const { field } = owners[0];
    const delta = this.parseDelta();
    const property = this.getProperty(field);
    const isSame = ({ field: other }: Owner): boolean =>
      isMultiple(other) === isMultiple(field) &&
      FIELD_TYPES[other.type]
        .getProperties(other)
        .some((candidate) => JSON.stringify(candidate) === JSON.stringify(property));
    if (!owners.every(isSame))
      throw this.invalidPath(`'${name}' in '${this.text}' differs between ${this.formatTypeNames()}.`);
    this.forbidden = field.hidden === true && !canSeeUnpublished(this.context.principal);
    return {
      kind: 'property',
      field: name,
      property,
      types: owners.map(({ type }) => type.name),
      multiple: isMultiple(field),
      delta,
    };
  }

  private getProperty(field: Field): Property {
    const type = FIELD_TYPES[field.type];
    const available = type.getProperties(field);
    const known = available.map(({ name }) => name).join(', ');
    if (available.length === 0)
      throw this.invalidPath(`'${field.name}' is ${field.type}; it cannot be compared.`);
    const segment = type.compound ? this.segments[this.next++] : '';
    if (segment === undefined)
      throw this.invalidPath(`'${this.text}' must end in a property of ${field.name}: ${known}.`);
    const property = available.find(({ name }) => name === segment);
    if (property === undefined)
      throw this.invalidPath(
        `'${segment}' in '${this.text}' is not a property of ${field.name}. Known: ${known}.`,
      );
    if (this.next < this.segments.length)
      throw this.invalidPath(`Nothing can follow '${this.segments[this.next - 1] ?? ''}' in '${this.text}'.`);
    return property;
  }

  private followReference(name: string, owners: Owners): void {
    if (this.steps.length === STEPS_MAXIMUM)
      throw this.invalidPath(
        `'${this.text}' goes through more than ${STEPS_MAXIMUM} relationships; at most ${STEPS_MAXIMUM} are allowed.`,
      );
    const delta = this.parseDelta();
    const targetNames = new Set(owners.flatMap(({ type, field }) => getTargetTypes(field, type.name)));
    const targets = [...targetNames]
      .map((target) => this.context.model.find(target))
      .filter((type) => type !== undefined);
    const next = this.segments[this.next];
    const matching =
      next === undefined || next === 'id' ? [] : targets.filter((type) => type.fields.has(next));
    const followed = matching.length > 0 ? matching : targets;
    this.steps.push({
      field: name,
      sourceTypes: owners.map(({ type }) => type.name),
      targetTypes: followed.map((type) => type.name),
      multiple: owners.some(({ field }) => isMultiple(field)),
      delta,
      publishedTargetsOnly: false,
    });
    this.types = followed;
  }

  private parseDelta(): number | undefined {
    const segment = this.segments[this.next];
    if (segment === undefined || !DELTA.test(segment)) return undefined;
    this.next += 1;
    return Number(segment);
  }

  /** The current types that have the field. @throws InvalidPath */
  private findOwners(name: string): Owners {
    const owners = this.types.flatMap((type) => {
      const field = type.fields.get(name);
      return field === undefined ? [] : [{ type, field }];
    });
    const [first, ...rest] = owners;
    if (first === undefined)
      throw this.invalidPath(
        `Unknown field '${name}' in '${this.text}'. ${this.formatTypeNames()} has: id, ${this.listKnownNames()}.`,
      );
    return [first, ...rest];
  }

  private listKnownNames(): string {
    const fields = this.types.flatMap((type) =>
      [...type.fields.values()].filter(({ hidden }) => hidden !== true),
    );
    return [...new Set(fields.map(({ name }) => name))].join(', ');
  }

  private formatTypeNames(): string {
    return this.types.map(({ name }) => name).join(', ');
  }

  private invalidPath(message: string): InvalidPath {
    return new InvalidPath(message, this.parameter);
  }
}

interface Owner {
  readonly type: ResourceType;
  readonly field: Field;
}

type Owners = readonly [Owner, ...Owner[]];
