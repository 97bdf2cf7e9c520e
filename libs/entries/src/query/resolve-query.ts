import {
  type ContentModel,
  defineProperty,
  getTargetTypes,
  type ResourceType,
} from '@content-service/bundles';
import { canSeeUnpublished } from '../entry.js';
import {
  type Condition,
  type Filter,
  type IndexValue,
  type Operator,
  OPERATORS,
  type Sort,
} from './entry-query.js';
import { type FieldPath, FORBIDDEN_PATH, type QueryContext, resolvePath } from './field-path.js';
import { parseFilterValues, UNMATCHABLE } from './index-value.js';
import { InvalidInclude } from './query.errors.js';

/** A condition as the client wrote it. */
export interface UnresolvedCondition {
  readonly path: string;
  readonly operator: Operator;
  /** As many as the arity of the operator requires. */
  readonly values: readonly string[];
  /** The query parameter for errors of the path. */
  readonly pathParameter: string;
  /** The query parameter for errors of the values. */
  readonly valueParameter: string;
}

const ID = defineProperty('uuid');

/** @throws InvalidPath, InvalidFilterValue */
export function resolveCondition(unresolved: UnresolvedCondition, context: QueryContext): Filter {
  const { operator, values, pathParameter, valueParameter } = unresolved;
  const use = OPERATORS[operator].arity === 'none' ? 'test for null' : 'compare';
  const path = resolvePath(unresolved.path, use, pathParameter, context);
  if (path === FORBIDDEN_PATH) return { kind: 'nothing' };
  const property = path.end.kind === 'id' ? ID : path.end.property;
  return simplifyCondition(path, operator, parseFilterValues(operator, values, property, valueParameter));
}

/** Removes values that no entry can have, so that stores only meet values they can bind. */
function simplifyCondition(
  path: FieldPath,
  operator: Operator,
  parsed: readonly (IndexValue | typeof UNMATCHABLE)[],
): Condition | { readonly kind: 'nothing' } {
  const values = parsed.filter((value) => value !== UNMATCHABLE);
  const condition = { kind: 'condition', path, operator, values } as const;
  if (values.length === parsed.length) return condition;
  if (operator === '<>' || operator === 'NOT IN')
    return values.length > 0 ? condition : { ...condition, operator: 'IS NOT NULL' };
  return operator === 'IN' && values.length > 0 ? condition : { kind: 'nothing' };
}

/**
 * @param parameter the query parameter for errors
 * @returns `undefined` when the principal may not sort by the path: all entries then count as equal
 * @throws InvalidPath
 */
export function resolveSort(
  path: string,
  direction: Sort['direction'],
  parameter: string,
  context: QueryContext,
): Sort | undefined {
  const resolved = resolvePath(path, 'compare', parameter, context);
  if (resolved === FORBIDDEN_PATH) return undefined;
  return { path: resolved, direction, publishedOnly: !canSeeUnpublished(context.principal) };
}

/** The relationships to follow from the primary entries: `uid,field_tags.parent` as a tree. */
export type IncludeTree = ReadonlyMap<string, IncludeBranch>;

// An interface, because a type alias cannot name itself inside a type argument.
// oxlint-disable-next-line typescript/no-empty-object-type
interface IncludeBranch extends IncludeTree {}

// oxlint-disable-next-line typescript/no-empty-object-type
interface MutableIncludeTree extends Map<string, MutableIncludeTree> {}

/**
 * Resolves include paths against the content model.
 *
 * @param paths such as `field_tags.parent`
 * @param types the resource types where the paths start; at least one must have the relationship
 * @param depthMaximum the maximum number of levels of a path
 * @throws InvalidInclude with the known relationships
 */
export function resolveInclude(
  paths: readonly string[],
  types: readonly ResourceType[],
  model: ContentModel,
  depthMaximum: number,
): IncludeTree {
  const tree: MutableIncludeTree = new Map();
  for (const path of paths) addIncludePath(tree, path, types, model, depthMaximum);
  return tree;
}

function addIncludePath(
  tree: MutableIncludeTree,
  path: string,
  types: readonly ResourceType[],
  model: ContentModel,
  depthMaximum: number,
): void {
  const names = path.split('.');
  if (names.length > depthMaximum)
    throw new InvalidInclude(`'${path}' has ${names.length} levels; at most ${depthMaximum} are allowed.`);
  let [branch, sources] = [tree, types];
  for (const name of names) {
    sources = resolveIncludeStep(name, path, sources, model);
    const next = branch.get(name) ?? (new Map() as MutableIncludeTree);
    branch.set(name, next);
    branch = next;
  }
}

/** The target types of a relationship that at least one of the source types has. @throws InvalidInclude */
function resolveIncludeStep(
  name: string,
  path: string,
  sources: readonly ResourceType[],
  model: ContentModel,
): ResourceType[] {
  const relationships = sources.flatMap((type) => type.relationships.map((field) => ({ type, field })));
  const named = relationships.filter(({ field }) => field.name === name);
  if (named.length === 0) {
    const known = [...new Set(relationships.map(({ field }) => field.name))].join(', ') || 'none';
    throw new InvalidInclude(
      `'${name}' in the include path '${path}' is not a relationship. Known: ${known}.`,
    );
  }
  const targets = new Set(named.flatMap(({ type, field }) => getTargetTypes(field, type.name)));
  return [...targets].map((target) => model.find(target)).filter((type) => type !== undefined);
}
