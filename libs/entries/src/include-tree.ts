import { type ContentModel, type ResourceType, targetTypes } from '@content-service/bundles';
import { DomainError } from '@content-service/kernel';

/** Relationships to follow from primary entries, and from there on: `uid,field_tags.parent` as a tree. */
export type IncludeTree = ReadonlyMap<string, IncludeBranch>;

// An interface, because a type alias cannot name itself inside a type argument.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
interface IncludeBranch extends IncludeTree {}

// eslint-disable-next-line @typescript-eslint/no-empty-object-type
interface GrowingTree extends Map<string, GrowingTree> {}

/** An include path that leads nowhere or too far. */
export class InvalidInclude extends DomainError {
  constructor(message: string) {
    super('invalid_include', message, { place: { parameter: 'include' } });
  }
}

/** What was asked for in `include` together holds more resources than the site allows. */
export class IncludeTooLarge extends InvalidInclude {
  constructor(maximum: number) {
    super(`The include leads to more than ${maximum} resources. Ask for less, or for smaller pages.`);
  }
}

/**
 * Checks include paths against the content model.
 *
 * @param paths such as `field_tags.parent`
 * @param types the resource types the paths start from; one of them must have the relationship
 * @throws InvalidInclude naming the relationships there are
 */
export function resolveInclude(
  paths: readonly string[],
  types: readonly ResourceType[],
  model: ContentModel,
  depthMaximum: number,
): IncludeTree {
  const tree: GrowingTree = new Map();
  for (const path of paths) addPath(tree, path, types, model, depthMaximum);
  return tree;
}

function addPath(
  tree: GrowingTree,
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
    sources = targetsOf(name, path, sources, model);
    const next = branch.get(name) ?? (new Map() as GrowingTree);
    branch.set(name, next);
    branch = next;
  }
}

function targetsOf(
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
      `'${name}' in the include path '${path}' is no relationship. There is: ${known}.`,
    );
  }
  const targets = new Set(named.flatMap(({ type, field }) => targetTypes(field, type.name)));
  return [...targets].map((target) => model.find(target)).filter((type) => type !== undefined);
}
