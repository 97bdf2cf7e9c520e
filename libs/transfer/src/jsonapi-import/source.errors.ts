import { DomainError } from '@content-service/kernel';

/** The source cannot be reached, or answers with server errors: what is downloaded stays, and `--resume` continues. */
export class SourceUnavailable extends DomainError {
  constructor(message: string) {
    super('source_unavailable', message);
  }
}

/** An answer that cannot be used. It ends the collection that it belongs to; the import of others goes on. */
export class SourceFault extends DomainError {
  constructor(message: string) {
    super('source_fault', message);
  }
}

/** A file whose bytes cannot be had. The message is a sentence about the file, and says how to go on where that is known. */
export class FileNotFetched extends DomainError {
  constructor(message: string) {
    super('file_not_fetched', message);
  }
}

/** An answer with status 400 to 499. */
export class SourceRefusal extends SourceFault {
  constructor(
    url: URL,
    readonly status: number,
  ) {
    super(`${url.href} answered ${status}${getHint(status)}.`);
  }
}

function getHint(status: number): string {
  if (status === 401) return ', so the credentials are missing or were refused';
  if (status === 403) return ', so the credentials do not allow it';
  return '';
}
