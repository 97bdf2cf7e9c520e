import type {
  ApiClient,
  ClientChange,
  ClientRegistry,
  NewClient,
  PresetCredentials,
  Registration,
} from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT } from '@content-service/scopes';

/** The client registry with the operator as actor, who holds all scopes. */
export class OperatedClients {
  constructor(private readonly registry: ClientRegistry) {}

  register(draft: NewClient, preset?: PresetCredentials): Promise<Registration> {
    return this.registry.register(draft, OPERATOR_CONTEXT, preset);
  }

  get(id: string): Promise<ApiClient> {
    return this.registry.get(id);
  }

  async update(id: string, changes: ClientChange): Promise<ApiClient> {
    return (await this.registry.update(id, changes, OPERATOR_CONTEXT)).after;
  }

  rotateSecret(id: string, graceSeconds: number): Promise<Registration & { readonly secret: string }> {
    return this.registry.rotateSecret(id, graceSeconds, OPERATOR_CONTEXT);
  }

  delete(id: string): Promise<void> {
    return this.registry.delete(id, OPERATOR_CONTEXT);
  }
}
