/** What a driver can bind. */
export type SqlValue = string | number | bigint | Buffer | null;

/** A piece of SQL and the values of its question marks, in their order. */
export class Sql {
  constructor(
    readonly text: string,
    readonly values: readonly SqlValue[] = [],
  ) {}
}

/**
 * Writes SQL so that a value can never become part of its text: another piece is spliced in, anything else is bound.
 *
 * @example sql`SELECT id FROM entry WHERE id = ${bytes} ${dialect.forUpdate}`
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  let text = texts[0] ?? '';
  const values: SqlValue[] = [];
  parts.forEach((part, n) => {
    text += (part instanceof Sql ? part.text : '?') + (texts[n + 1] ?? '');
    if (part instanceof Sql) values.push(...part.values);
    else values.push(part);
  });
  return new Sql(text, values);
}

/** A name or keyword of our own: never anything that came from outside. */
export function raw(text: string): Sql {
  return new Sql(text);
}

export function joined(parts: readonly Sql[], separator = ', '): Sql {
  return new Sql(
    parts.map(({ text }) => text).join(separator),
    parts.flatMap(({ values }) => values),
  );
}

export const TRUE = raw('1 = 1');
export const FALSE = raw('1 = 0');

/** All must hold; no condition holds always. */
export function all(conditions: readonly Sql[]): Sql {
  if (conditions.includes(FALSE)) return FALSE;
  const needed = conditions.filter((condition) => condition !== TRUE);
  return needed.length === 0 ? TRUE : combined(needed, ' AND ');
}

/** One must hold; no condition never holds. */
export function any(conditions: readonly Sql[]): Sql {
  if (conditions.includes(TRUE)) return TRUE;
  const possible = conditions.filter((condition) => condition !== FALSE);
  return possible.length === 0 ? FALSE : combined(possible, ' OR ');
}

/** Only for conditions that are never NULL. */
export function not(condition: Sql): Sql {
  if (condition === TRUE) return FALSE;
  return condition === FALSE ? TRUE : sql`NOT (${condition})`;
}

function combined(conditions: readonly Sql[], word: string): Sql {
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : sql`(${joined(conditions, word)})`;
}
