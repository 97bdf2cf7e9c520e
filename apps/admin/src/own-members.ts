/**
 * The own member of a table whose names come from outside, such as the address or an answer: `undefined` for what every object
 * inherits, such as `constructor`.
 */
export function getOwn<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
