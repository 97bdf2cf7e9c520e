/** Result of counting one request. */
export interface Consumption {
  readonly isAllowed: boolean;
  /** Points left in the window; 0 when the request is not allowed. */
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Fixed-window limit by key. */
export interface Limiter {
  /** Takes one point. @throws when the store fails; exceeding the limit is a result, not an error */
  consume(key: string): Promise<Consumption>;

  /** Returns a point that `consume` allowed. @throws as `consume` */
  refund(key: string): Promise<void>;
}
