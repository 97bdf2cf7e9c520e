import type { Draft } from './use-draft.js';

/** Goes on from what is there now: what was typed in is gone, and what the service said of it. */
export function startOver(
  draft: Pick<Draft<object>, 'reset'>,
  act: { readonly reset: () => void },
): () => void {
  return () => {
    draft.reset();
    act.reset();
  };
}
