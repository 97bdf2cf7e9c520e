import type { EventMessage } from '@content-service/sink';
import { eventually } from '../support/eventually.js';

/** The messages that a client of a test has received, repeated ones too, with topics without the prefix. */
export class ReceivedMessages {
  private readonly messages: EventMessage[] = [];

  add(message: EventMessage): void {
    this.messages.push(message);
  }

  /** Waits for so many messages in total. @returns all so far, in their order */
  async receive(count: number): Promise<readonly EventMessage[]> {
    await eventually(async () => this.messages.length >= count);
    return [...this.messages];
  }

  /** Waits for the message of an event. @returns all so far, in their order */
  async receiveUntil(wanted: string): Promise<readonly EventMessage[]> {
    await eventually(async () => this.messages.some(({ id }) => id === wanted));
    return [...this.messages];
  }
}

/** The headers that have a value; none when all are absent. */
export function pickHeaders(headers: Readonly<Record<string, unknown>>): Pick<EventMessage, 'headers'> {
  const present = Object.entries(headers).filter(([, value]) => typeof value === 'string' && value !== '');
  return present.length === 0 ? {} : { headers: Object.fromEntries(present) as Record<string, string> };
}
