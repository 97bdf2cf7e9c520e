/** Milliseconds that opening a connection may take. */
export const CONNECT_TIMEOUT_MS = 10_000;

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
): WaitingRequest<Connection> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    settle: (error, connection) => {
      clearTimeout(timer);
      if (!isOver) answer(error ?? null, connection);
      else if (connection !== undefined) giveBack(connection);
    },
    startTimeout: (acquireTimeoutMs) => {
      timer = setTimeout(() => {
        isOver = true;
        answer(poolBusy(`No connection became free within ${acquireTimeoutMs} ms.`));
      }, acquireTimeoutMs);
    },
  };
}

export function poolBusy(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: 'POOL_BUSY' });
}
