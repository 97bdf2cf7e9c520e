import { useHotkeys } from '@mantine/hooks';

/** Ctrl+S, or Cmd+S on a Mac, from wherever somebody types. */
export function useSaveKey(save: () => void): void {
  useHotkeys([['mod+S', save]], [], true);
}
