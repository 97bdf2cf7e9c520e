import type {
  ApiClient,
  ClientChange,
  ClientRegistry,
  NewClient,
  Preset,
  Registration,
} from '@content-service/oauth-clients';
import { OPERATOR } from '@content-service/scopes';

/** API clients as whoever runs the service makes and changes them. */
export class OperatedClients {
  constructor(private readonly registry: ClientRegistry) {}

  register(said: NewClient, preset?: Preset): Promise<Registration> {
    return this.registry.register(said, OPERATOR, preset);
  }

  get(id: string): Promise<ApiClient> {
    return this.registry.get(id);
  }

  async update(id: string, said: ClientChange): Promise<ApiClient> {
    return (await this.registry.update(id, said, OPERATOR)).after;
  }

  rotateSecret(id: string, graceSeconds: number): Promise<Registration & { readonly secret: string }> {
    return this.registry.rotateSecret(id, graceSeconds, OPERATOR);
  }

  delete(id: string): Promise<void> {
    return this.registry.delete(id, OPERATOR);
  }
}
