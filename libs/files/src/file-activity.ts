/** Ends of the making of a picture; `failed` by the place of files. */
export const RENDERING_OUTCOMES = ['made', 'unreadable', 'busy', 'failed'] as const;

export type RenderingOutcome = (typeof RENDERING_OUTCOMES)[number];

/** Told of what a process does with stored files, for its metrics. The methods do not throw. */
export interface FileActivity {
  /** A picture that was not stored yet was made or was not. @param seconds its time without the wait, when it was made */
  rendered(outcome: RenderingOutcome, seconds?: number): void;
  /** Objects were removed by the sweep. */
  swept(objects: number): void;
}
