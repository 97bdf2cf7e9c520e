/** Whether two JSON values are equal; the order of object members does not matter. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [members, others] = [Object.entries(left), new Map(Object.entries(right))];
  return (
    members.length === others.size &&
    members.every(([name, value]) => others.has(name) && isSame(value, others.get(name)))
  );
}
