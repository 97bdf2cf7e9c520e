import { DomainError } from '@content-service/kernel';

/** Rejection of a request to protect the process; sent in the error format of the path's interface. */
export abstract class LoadRefusal extends DomainError {}

/** The process is overloaded and sheds requests of this kind. */
export class Overloaded extends LoadRefusal {
  /** 1 to 5 at random, so that rejected clients do not retry at the same time. */
  readonly retryAfterSeconds = 1 + Math.floor(Math.random() * 5);

  constructor() {
    super(
      'overloaded',
      'The service has more work than it can do at the moment; try again in a few seconds.',
    );
  }
}

/** The request exceeded its time limit. */
export class RequestTimeout extends LoadRefusal {
  constructor(milliseconds: number) {
    super(
      'request_timeout',
      `The request took longer than ${milliseconds} ms and is not answered. A write may have been carried out.`,
    );
  }
}

/** The body arrives too slowly (RFC 9110 §15.5.9). */
export class BodyTooSlow extends LoadRefusal {
  constructor(bytesPerSecond: number) {
    super('body_too_slow', `The body arrived at less than ${bytesPerSecond} bytes a second.`);
  }
}
