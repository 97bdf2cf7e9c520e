import { type JsonObject, type KeySecrets, Sealer } from '@content-service/kernel';
import type { WebhookSecrets } from './signature.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookHeaders } from './webhook-members.js';

type SealedMembers = Pick<WebhookEndpoint, 'sealedSecrets' | 'sealedHeaders'>;

/** Seals secrets and headers of endpoints for storage, under KEY_SECRET. */
export class WebhookSecretSealer {
  private readonly sealer: Sealer;

  constructor(secrets: KeySecrets) {
    this.sealer = new Sealer(secrets, 'content-service webhooks', 'the webhook endpoint');
  }

  seal(id: string, secrets: WebhookSecrets, headers: WebhookHeaders = {}): SealedMembers {
    const hasHeaders = Object.keys(headers).length > 0;
    return {
      sealedSecrets: this.sealer.seal(JSON.stringify(secrets), `${id}/secrets`),
      sealedHeaders: hasHeaders ? this.sealer.seal(JSON.stringify(headers), `${id}/headers`) : undefined,
    };
  }

  /** @throws KeySecretMismatch */
  unseal(endpoint: Pick<WebhookEndpoint, 'id'> & SealedMembers): {
    readonly secrets: WebhookSecrets;
    readonly headers: WebhookHeaders;
    /** Whether the secret before a rotation of KEY_SECRET opened it, so that it is to be sealed again. */
    readonly isPrevious: boolean;
  } {
    const { id, sealedSecrets, sealedHeaders } = endpoint;
    const secrets = this.sealer.unseal(sealedSecrets, `${id}/secrets`);
    const headers = sealedHeaders && this.sealer.unseal(sealedHeaders, `${id}/headers`).text;
    return {
      secrets: JSON.parse(secrets.text) as WebhookSecrets,
      headers: headers === undefined ? {} : (JSON.parse(headers) as JsonObject & WebhookHeaders),
      isPrevious: secrets.isPrevious,
    };
  }
}
