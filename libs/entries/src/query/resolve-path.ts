import {
  type Field,
  fieldType,
  isMultiple,
  isReference,
  type ResourceType,
  targetTypes,
} from '@content-service/bundles';
import { DomainError } from '@content-service/kernel';
import { seesUnpublished } from '../entry-access.js';
import type { FieldPath, PathEnd, PathStep } from './field-path.js';
import type { QueryContext } from './query-context.js';

/** A path in a filter or sort that leads nowhere, or not to something that can be compared. */
export class InvalidPath extends DomainError {
  constructor(message: string, parameter: string) {
    super('invalid_path', message, { place: { parameter } });
  }
}

/** What a path is for: only a test for NULL may end in a relationship itself. */
export type PathUse = 'compare' | 'test for null';

/** The path names a field that this reader may not use: it leads to no value. */
export const FORBIDDEN_PATH = Symbol('forbidden path');

/** More than any site needs; with every one the values that a path can lead to multiply. */
const STEPS_MAXIMUM = 8;

const DELTA = /^\d{1,9}$/;

/**
 * Resolves `field_tags.parent.name`, `body.value`, `field_tags.0.id`, … against the content model.
 *
 * @throws InvalidPath that names the part that is wrong and what could stand there
 */
export function resolvePath(
  text: string,
  use: PathUse,
  parameter: string,
  context: QueryContext,
): FieldPath | typeof FORBIDDEN_PATH {
  const walk = new PathWalk(text, use, parameter, context);
  return walk.resolve();
}

/** One walk along the segments of one path; `at` is the next segment to read. */
class PathWalk {
  private readonly segments: readonly string[];
  private at = 0;
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
    if (this.text === '') throw this.invalid('A field name is missing.');
    const end = this.walkToEnd();
    if (this.forbidden) return FORBIDDEN_PATH;
    return { text: this.text, steps: this.visibleSteps(end), end };
  }

  private walkToEnd(): PathEnd {
    for (;;) {
      const segment = this.segments[this.at];
      if (segment === undefined || segment === 'id') return this.endWithId(segment);
      this.at += 1;
      const owners = this.ownersOf(segment);
      if (!isReference(owners[0].field)) return this.endWithProperty(segment, owners);
      this.follow(segment, owners);
    }
  }

  /** The linkage is everyone's to see, so a path that ends in an id shows targets that are hidden otherwise. */
  private visibleSteps(end: PathEnd): PathStep[] {
    const publishedTargetsOnly = !seesUnpublished(this.context.principal);
    const last = this.steps.length - 1;
    return this.steps.map((step, n) => ({
      ...step,
      publishedTargetsOnly: publishedTargetsOnly && !(end.kind === 'id' && n === last),
    }));
  }

  private endWithId(segment: string | undefined): PathEnd {
    if (segment === undefined && this.use === 'compare') {
      throw this.invalid(
        `'${this.text}' ends in a relationship; end it with .id or with a field of its targets: ${this.known()}.`,
      );
    }
    if (this.segments.length > this.at + 1) throw this.invalid(`Nothing can follow 'id' in '${this.text}'.`);
    return { kind: 'id' };
  }

  private endWithProperty(name: string, owners: Owners): PathEnd {
    const { field } = owners[0];
    const delta = this.readDelta();
    const property = this.propertyOf(field);
    const same = ({ field: other }: Owner): boolean =>
      isMultiple(other) === isMultiple(field) &&
      fieldType(other.type)
        .properties(other)
        .some((candidate) => JSON.stringify(candidate) === JSON.stringify(property));
    if (!owners.every(same))
      throw this.invalid(`'${name}' in '${this.text}' differs between ${this.typeNames()}.`);
    this.forbidden = field.hidden === true && !seesUnpublished(this.context.principal);
    return {
      kind: 'property',
      field: name,
      property,
      types: owners.map(({ type }) => type.name),
      multiple: isMultiple(field),
      ...(delta === undefined ? {} : { delta }),
    };
  }

  private propertyOf(field: Field): ReturnType<ReturnType<typeof fieldType>['properties']>[number] {
    const type = fieldType(field.type);
    const available = type.properties(field);
    const names = available.map(({ name }) => name).join(', ');
    if (available.length === 0)
      throw this.invalid(`'${field.name}' is ${field.type}; it cannot be compared.`);
    const segment = type.compound ? this.segments[this.at++] : '';
    if (segment === undefined)
      throw this.invalid(`'${this.text}' must end in a property of ${field.name}: ${names}.`);
    const found = available.find(({ name }) => name === segment);
    if (found === undefined)
      throw this.invalid(`'${segment}' in '${this.text}' is no property of ${field.name}. Known: ${names}.`);
    if (this.at < this.segments.length)
      throw this.invalid(`Nothing can follow '${this.segments[this.at - 1] ?? ''}' in '${this.text}'.`);
    return found;
  }

  private follow(name: string, owners: Owners): void {
    if (this.steps.length === STEPS_MAXIMUM)
      throw this.invalid(
        `'${this.text}' goes through more than ${STEPS_MAXIMUM} relationships; at most ${STEPS_MAXIMUM} are allowed.`,
      );
    const delta = this.readDelta();
    const names = new Set(owners.flatMap(({ type, field }) => targetTypes(field, type.name)));
    const targets = [...names]
      .map((target) => this.context.model.find(target))
      .filter((type) => type !== undefined);
    const next = this.segments[this.at];
    const able =
      next === undefined || next === 'id' ? targets : targets.filter((type) => type.fields.has(next));
    this.steps.push({
      field: name,
      sourceTypes: owners.map(({ type }) => type.name),
      targetTypes: (able.length > 0 ? able : targets).map((type) => type.name),
      multiple: owners.some(({ field }) => isMultiple(field)),
      ...(delta === undefined ? {} : { delta }),
      publishedTargetsOnly: false,
    });
    this.types = able.length > 0 ? able : targets;
  }

  private readDelta(): number | undefined {
    const segment = this.segments[this.at];
    if (segment === undefined || !DELTA.test(segment)) return undefined;
    this.at += 1;
    return Number(segment);
  }

  /** The types of this place that have the field. */
  private ownersOf(name: string): Owners {
    const owners = this.types.flatMap((type) => {
      const field = type.fields.get(name);
      return field === undefined ? [] : [{ type, field }];
    });
    const [first, ...rest] = owners;
    if (first === undefined)
      throw this.invalid(
        `Unknown field '${name}' in '${this.text}'. ${this.typeNames()} has: id, ${this.known()}.`,
      );
    return [first, ...rest];
  }

  private known(): string {
    const names = this.types.flatMap((type) =>
      [...type.fields.values()].filter(({ hidden }) => hidden !== true),
    );
    return [...new Set(names.map(({ name }) => name))].join(', ');
  }

  private typeNames(): string {
    return this.types.map(({ name }) => name).join(', ');
  }

  private invalid(message: string): InvalidPath {
    return new InvalidPath(message, this.parameter);
  }
}

interface Owner {
  readonly type: ResourceType;
  readonly field: Field;
}

type Owners = readonly [Owner, ...Owner[]];
