import { useEffect, useId } from 'react';

/** What a screen offers in the search with Ctrl+K. */
export interface ScreenAction {
  readonly label: string;
  readonly run: () => void;
}

const actionsOfParts = new Map<string, readonly ScreenAction[]>();

/** Offers actions while a part of a screen is shown. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const id = useId();
  useEffect(() => {
    actionsOfParts.set(id, actions);
    return () => {
      actionsOfParts.delete(id);
    };
  });
}

/** The actions of the screen that is shown now. */
export function getScreenActions(): readonly ScreenAction[] {
  return [...actionsOfParts.values()].flat();
}
