/** Where in a request the fault lies: at most one of the three (JSON:API 1.1 «Error Objects», `source`). */
export interface FaultPlace {
  /** The query parameter as the client wrote it, such as `filter[title][operator]`. */
  readonly parameter?: string;
  /** A JSON Pointer (RFC 6901) to a value that exists in the request body. */
  readonly pointer?: string;
  readonly header?: string;
}

export interface ErrorDetails {
  readonly place?: FaultPlace;
  /** Facts a program can use, such as the name of a missing field. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * Anything the service refuses. `code` is stable and machine-readable; the message is one sentence that a client
 * developer can act on. Errors know no HTTP: the edge turns the code into a status.
 */
export class DomainError extends Error {
  readonly place: FaultPlace | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly code: string,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.place = details.place;
    this.meta = details.meta;
  }
}

/** Several faults of one request, reported together. */
export class Problems extends DomainError {
  constructor(readonly problems: readonly DomainError[]) {
    super('problems', problems.map((problem) => problem.message).join(' '));
  }

  /** Throws nothing for no fault, the fault itself for one, and all of them as `Problems` for more. */
  static throwAny(problems: readonly DomainError[]): void {
    const [first, second] = problems;
    if (first === undefined) return;
    throw second === undefined ? first : new Problems(problems);
  }
}
