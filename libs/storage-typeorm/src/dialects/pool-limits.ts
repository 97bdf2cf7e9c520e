/** Milliseconds that opening a connection may take. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** The connections of a pool at a moment. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly pending: number;
  readonly maximum: number;
}

/** How a wait for a connection ended; refused: after the time limit, or at once because the queue was full. */
export type WaitOutcome = 'acquired' | 'refused';

/** Receives what happens in one pool. */
export interface PoolObserver {
  readonly onPool: (readState: () => PoolState) => void;
  readonly onWait: (seconds: number, outcome: WaitOutcome) => void;
}

/** A request for a connection that waits in the queue of a pool. */
interface WaitingRequest<Connection> {
  /** Takes what the pool answers. */
  readonly settle: (error: Error | null | undefined, connection?: Connection) => void;
  /** Begins the time limit. The time to open a new connection does not count: it has a limit of its own, and another fault. */
  readonly startTimeout: (acquireTimeoutMs: number) => void;
}

/**
 * Answers a request for a connection once: as the pool does, or by an error with the code `POOL_BUSY` when the time is over.
 *
 * @param giveBack gets a connection that comes after that, so that it goes to the next request
 */
export function createRequest<Connection>(
  answer: (error: Error | null, connection?: Connection) => void,
  giveBack: (connection: Connection) => void,
  observer?: PoolObserver,
): WaitingRequest<Connection> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let start: number | undefined;
  const report = (outcome: WaitOutcome): void => {
    if (start !== undefined) observer?.onWait((performance.now() - start) / 1000, outcome);
  };
  return {
    settle: (error, connection) => {
      clearTimeout(timer);
      if (!isOver) {
        if (connection !== undefined) report('acquired');
        answer(error ?? null, connection);
      } else if (connection !== undefined) giveBack(connection);
    },
    startTimeout: (acquireTimeoutMs) => {
      start = performance.now();
      timer = setTimeout(() => {
        isOver = true;
        report('refused');
        answer(poolBusy(`No connection became free within ${acquireTimeoutMs} ms.`));
      }, acquireTimeoutMs);
    },
  };
}

export function poolBusy(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: 'POOL_BUSY' });
}
