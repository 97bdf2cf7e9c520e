/** A list after one of its members has moved. */
export function moved<T>(values: readonly T[], from: number, to: number): readonly T[] {
  return values.toSpliced(from, 1).toSpliced(to, 0, ...values.slice(from, from + 1));
}
