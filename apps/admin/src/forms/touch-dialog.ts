import { createContext, use } from 'react';

/** Says to the dialog around a form that it has input, so that it asks before it closes. */
export const TouchDialog = createContext<() => void>(() => undefined);

export function useTouchDialog(): () => void {
  return use(TouchDialog);
}
