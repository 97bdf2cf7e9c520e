import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../http/api-error.js';
import { SaveConflict } from '../editor/save-merged.js';
import type { Values } from '../values.js';

/** Milliseconds from the last change until it is saved. */
const DELAY_MS = 10_000;

interface AutosaveOptions {
  /** What is not saved yet; another object after every change. */
  readonly changes: Values;
  /** Whether nothing is saved now, because the user is asked about a conflict, or because a save is on its way. */
  readonly isPaused: boolean;
  /** The version that a save is based on. After a conflict nothing is saved until it is another one. */
  readonly etag: string | undefined;
  /**
   * Saves values, beside what others have saved in other fields.
   *
   * @returns the labels of those fields; `undefined` when it left the values because they are not valid yet
   * @throws SaveConflict, ApiError
   */
  readonly save: (values: Values) => Promise<readonly string[] | undefined>;
}

export interface Autosave {
  /** Milliseconds since the epoch; `undefined` before the first one. */
  readonly savedAt: number | undefined;
  /** The labels of the fields that others have saved meanwhile. */
  readonly others: readonly string[];
  /** Why the last one was refused. */
  readonly error: Error | undefined;
  /** Cancels the next one, waits for the one that is on its way, and forgets how it ended. */
  readonly stop: () => Promise<void>;
}

interface Outcome {
  readonly savedAt?: number | undefined;
  readonly others?: readonly string[] | undefined;
  readonly failure?: { readonly error: Error; readonly etag: string | undefined } | undefined;
}

/** Saves changes some seconds after the last one. What the service could not answer is tried again. */
export function useAutosave({ changes, isPaused, etag, save }: AutosaveOptions): Autosave {
  const [outcome, setOutcome] = useState<Outcome>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(Promise.resolve());
  const isOutdated =
    outcome.failure !== undefined && isConflict(outcome.failure) && outcome.failure.etag === etag;
  const isIdle = isPaused || isOutdated || Object.keys(changes).length === 0;
  const attempt = useEffectEvent(async () => {
    try {
      const saved = await save(changes);
      if (saved !== undefined)
        setOutcome(({ others = [] }) => ({
          savedAt: Date.now(),
          others: [...new Set([...others, ...saved])],
        }));
    } catch (error) {
      const failure = { error: error instanceof Error ? error : new Error(String(error)), etag };
      setOutcome(({ savedAt, others }) => ({ savedAt, others, failure }));
    }
  });
  const { failure } = outcome;
  const isRetried =
    failure !== undefined &&
    !isConflict(failure) &&
    !(failure.error instanceof ApiError && failure.error.status < 500);
  const retried = isRetried ? failure : undefined;
  useEffect(() => {
    if (isIdle) return undefined;
    timer.current = setTimeout(() => {
      running.current = attempt();
    }, DELAY_MS);
    return () => {
      clearTimeout(timer.current);
    };
  }, [changes, isIdle, retried]);
  return {
    savedAt: outcome.savedAt,
    others: outcome.others ?? [],
    error: failure?.error,
    stop: async () => {
      clearTimeout(timer.current);
      await running.current;
      setOutcome({});
    },
  };
}

function isConflict({ error }: { readonly error: Error }): boolean {
  return error instanceof SaveConflict || (error instanceof ApiError && error.status === 412);
}
