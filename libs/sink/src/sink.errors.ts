import { DomainError } from '@content-service/kernel';

/** The broker cannot be reached, does not accept the credentials, or does not confirm. */
export class BrokerUnavailable extends DomainError {
  /** @param url of the broker; its credentials are left out */
  constructor(url: string, cause: unknown) {
    super('broker_unavailable', `The broker ${toAddress(url)} does not take events: ${describe(cause)}.`, {
      cause,
    });
  }
}

/** The broker has no stream or exchange of this name. */
export class BrokerDestinationMissing extends DomainError {
  /** @param what such as `stream CONTENT with the subjects content.>` */
  constructor(url: string, what: string) {
    super(
      'broker_destination_missing',
      `The broker ${toAddress(url)} has no ${what}: create it, or set BROKER_MANAGE=true.`,
    );
  }
}

/** `nats://broker.example:4222` */
function toAddress(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Connection errors of Node.js with several addresses have no message, but a code. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as NodeJS.ErrnoException;
  return (cause.message || (code ?? cause.name)).replace(/\.$/, '');
}
