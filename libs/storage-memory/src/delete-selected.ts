/** Deletes up to `limit` of the selected values of a map. @returns how many */
export function deleteSelected<Key, Value>(
  map: Map<Key, Value>,
  isSelected: (value: Value) => boolean,
  limit = Infinity,
): number {
  let deleted = 0;
  for (const [key, value] of map) {
    if (deleted >= limit) break;
    if (!isSelected(value)) continue;
    map.delete(key);
    deleted += 1;
  }
  return deleted;
}
