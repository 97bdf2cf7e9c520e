import { type Identifier, withArity } from '@content-service/entries';

/**
 * Resource linkage (JSON:API 1.1 «Resource Linkage»): a list, or for a to-one relationship one identifier or `null`.
 * Members that occur twice are told apart by `meta.arity`.
 */
export function linkageText(linkage: readonly Identifier[], multiple: boolean): string {
  if (multiple) return `[${numbered(linkage).map(identifierText).join(',')}]`;
  return linkage[0] === undefined ? 'null' : identifierText(linkage[0]);
}

function numbered(linkage: readonly Identifier[]): readonly Identifier[] {
  if (new Set(linkage.map(({ id }) => id)).size === linkage.length) return linkage;
  const members = withArity(linkage);
  const repeated = new Set(members.filter(({ arity }) => arity > 0).map(({ target }) => target.id));
  return members.map(({ target, arity }) =>
    repeated.has(target.id) ? { ...target, meta: { ...target.meta, arity } } : target,
  );
}

/** Types and ids are made of characters that JSON need not escape. */
function identifierText({ type, id, meta }: Identifier): string {
  return `{"type":"${type}","id":"${id}"${meta === undefined ? '' : `,"meta":${JSON.stringify(meta)}`}}`;
}
