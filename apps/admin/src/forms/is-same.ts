/** Whether two values that JSON can hold are the same; the order of members does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, yours] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    mine.length === yours.size &&
    mine.every(([name, value]) => yours.has(name) && isSame(value, yours.get(name)))
  );
}
