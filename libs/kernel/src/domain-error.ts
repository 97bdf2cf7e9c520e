/** The part of a request that caused an error: at most one member is set (JSON:API 1.1 «Error Objects», `source`). */
export interface ErrorSource {
  /** The query parameter as the client wrote it, such as `filter[title][operator]`. */
  readonly parameter?: string;
  /** A JSON Pointer (RFC 6901) to a value that exists in the request body. */
  readonly pointer?: string;
  readonly header?: string;
}

export interface ErrorDetails {
  readonly source?: ErrorSource;
  /** Machine-readable facts, such as the name of a missing field. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * An error that is reported to the client. `code` is stable and machine-readable; the message is one sentence that a
 * client developer can act on. Domain errors carry no HTTP status: the edge maps the code to one.
 */
export class DomainError extends Error {
  readonly source: ErrorSource | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly code: string,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.source = details.source;
    this.meta = details.meta;
  }
}

/** The part of an error that a response shows, of bounded size however long the input is that the message repeats. */
export type ShownError = Pick<DomainError, 'code' | 'source' | 'meta'> & {
  /** The message, shortened to `TEXT_MAXIMUM` characters. */
  readonly detail: string;
};

/** The longest message in a response, in UTF-16 code units. A control character takes six bytes of JSON. */
const TEXT_MAXIMUM = 1000;

/** The longest pointer in a response, in UTF-16 code units. */
const POINTER_MAXIMUM = 500;

/** The error as responses show it. A pointer that is too long becomes that of the nearest ancestor that is not. */
export function toShownError({ code, message, source, meta }: DomainError): ShownError {
  const pointer = source?.pointer;
  const shown = pointer === undefined ? source : { ...source, pointer: shortenPointer(pointer) };
  return { code, detail: shortenErrorText(message), source: shown, meta };
}

/**
 * Shortens a message that repeats a long input. The middle is left out, since the end says what would be right:
 * `The body has no member 'aaa … aaa'; it has value, format.`
 */
export function shortenErrorText(text: string): string {
  if (text.length <= TEXT_MAXIMUM) return text;
  const half = TEXT_MAXIMUM / 2 - 1;
  // Neither half may end in a part of a character.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${text.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}

function shortenPointer(pointer: string): string {
  if (pointer.length <= POINTER_MAXIMUM) return pointer;
  return pointer.slice(0, pointer.lastIndexOf('/', POINTER_MAXIMUM));
}

/** The most errors that are reported for one request; it bounds the size of the response. */
export const PROBLEMS_MAXIMUM = 100;

/** Several errors of one request, reported together. At most `PROBLEMS_MAXIMUM` are kept, the others are counted. */
export class AggregateDomainError extends DomainError {
  /** In the order in which they were found; nested aggregates are flattened. */
  readonly problems: readonly DomainError[];
  /** The number of further errors that are not among `problems`. */
  readonly omitted: number;

  /** @param omitted the number of errors that were found besides `problems` */
  constructor(problems: readonly DomainError[], omitted = 0) {
    const all = problems.flatMap((problem) =>
      problem instanceof AggregateDomainError ? problem.problems : [problem],
    );
    const kept = all.slice(0, PROBLEMS_MAXIMUM);
    super('problems', kept.map((problem) => problem.message).join(' '));
    this.problems = kept;
    this.omitted = problems.reduce(
      (total, problem) => total + (problem instanceof AggregateDomainError ? problem.omitted : 0),
      omitted + all.length - kept.length,
    );
  }

  /** Throws a single error as itself and several as `AggregateDomainError`; returns when the list is empty. */
  static throwIfAny(problems: readonly DomainError[] | ProblemList): void {
    const [kept, omitted] =
      problems instanceof ProblemList ? [problems.kept, problems.omitted] : [problems, 0];
    const [first, second] = kept;
    if (first === undefined) return;
    throw second === undefined ? first : new AggregateDomainError(kept, omitted);
  }

  /** Replaces each error by another one; `omitted` stays. */
  map(replace: (problem: DomainError) => DomainError): AggregateDomainError {
    return new AggregateDomainError(this.problems.map(replace), this.omitted);
  }
}

/**
 * Collects the errors of one request. Only the first `PROBLEMS_MAXIMUM` are created, the others are counted, so that
 * memory stays bounded however many errors a body has.
 */
export class ProblemList {
  private readonly problems: DomainError[] = [];
  private omittedCount = 0;

  get kept(): readonly DomainError[] {
    return this.problems;
  }

  /** The number of errors that were added after `kept` was full. */
  get omitted(): number {
    return this.omittedCount;
  }

  /** The number of all errors, kept or omitted. */
  get total(): number {
    return this.problems.length + this.omittedCount;
  }

  /** @param create creates the error; not called when the error would be omitted */
  add(create: () => DomainError): void {
    if (this.problems.length < PROBLEMS_MAXIMUM) this.problems.push(create());
    else this.omittedCount += 1;
  }

  /** A new list in which each error is replaced by another one; `omitted` stays. */
  map(replace: (problem: DomainError) => DomainError): ProblemList {
    const list = new ProblemList();
    list.problems.push(...this.problems.map(replace));
    list.omittedCount = this.omittedCount;
    return list;
  }
}

/** Escapes a member name for a JSON Pointer: `a/b` becomes `a~1b` (RFC 6901 §3). */
export function escapePointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Moves the pointer of an error below another one: `/data/id` with the prefix `/atomic:operations/2` becomes
 * `/atomic:operations/2/data/id`.
 *
 * @param prefix the pointer to the part of the body that the error is about
 * @param fallback follows the prefix when the error has no pointer, such as `/ref`
 * @returns a copy; anything but a `DomainError` is returned as it is
 */
export function prefixErrorSource(prefix: string, error: DomainError, fallback?: string): DomainError;
export function prefixErrorSource(prefix: string, error: unknown, fallback?: string): unknown;
export function prefixErrorSource(prefix: string, error: unknown, fallback = ''): unknown {
  return error instanceof DomainError ? prefixSource(prefix, error, fallback) : error;
}

function prefixSource(prefix: string, error: DomainError, fallback: string): DomainError {
  if (error instanceof AggregateDomainError)
    return error.map((problem) => prefixSource(prefix, problem, fallback));
  const { code, message, source, meta } = error;
  return new DomainError(code, message, {
    source: { pointer: prefix + (source?.pointer ?? fallback) },
    meta,
    cause: error,
  });
}

/** Whether a store refused to write because the disk, the table space or the file of the database is full. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'storage_full';
}
