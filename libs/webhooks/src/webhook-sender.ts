import type { WebhookResponse } from './attempt-outcome.js';

/** One HTTP request of a delivery. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The port that calls endpoints. */
export abstract class WebhookSender {
  /**
   * Sends a POST request and waits for the answer, as long as the deployment allows. Redirects are not followed, and no
   * connection is made to an address that the deployment does not allow.
   *
   * @returns the answer, or why there was none; never rejects
   */
  abstract send(request: WebhookRequest): Promise<WebhookResponse>;
}
