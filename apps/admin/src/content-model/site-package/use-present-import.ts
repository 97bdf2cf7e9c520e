import { useLocalStorage } from '@mantine/hooks';

/** Key in the storage of the browser; another user who signs in there may not see the job, and can close its card. */
const KEY = 'content-service.import';

/** The id of the job of the last import until its card is closed; it outlives the page. */
export function usePresentImport(): readonly [id: string, set: (id: string) => void] {
  const [id, setId] = useLocalStorage({ key: KEY, defaultValue: '', getInitialValueInEffect: false });
  return [id, setId];
}
