import type { ApiClient } from './client.js';

const MOST = 1000;

/** Clients that were asked for lately. Ids that no client has are not kept: anybody can make them up. */
export class ClientCache {
  private readonly clients = new Map<string, ApiClient>();
  /** Rises with `forget`: what was asked for before must not be remembered after. */
  private era = 0;

  constructor(private readonly load: (id: string) => Promise<ApiClient | undefined>) {}

  atHand(id: string): ApiClient | undefined {
    return this.clients.get(id);
  }

  async find(id: string): Promise<ApiClient | undefined> {
    return this.atHand(id) ?? (await this.reload(id));
  }

  async reload(id: string): Promise<ApiClient | undefined> {
    const era = this.era;
    const client = await this.load(id);
    if (era === this.era) this.remember(id, client);
    return client;
  }

  forget(): void {
    this.era++;
    this.clients.clear();
  }

  private remember(id: string, client: ApiClient | undefined): void {
    this.clients.delete(id);
    if (client === undefined) return;
    if (this.clients.size >= MOST) this.clients.clear();
    this.clients.set(id, client);
  }
}
