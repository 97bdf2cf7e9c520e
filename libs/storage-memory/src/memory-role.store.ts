import { type Role, RoleStore } from '@content-service/accounts';
import { act } from './act.js';
import { inOrderOfBytes } from './in-order-of-bytes.js';
import type { MemoryAccountStore } from './memory-account.store.js';

export class MemoryRoleStore extends RoleStore {
  private readonly roles = new Map<string, Role>();

  constructor(private readonly accounts: Pick<MemoryAccountStore, 'hasRole'>) {
    super();
  }

  override find(name: string): Promise<Role | undefined> {
    return act(() => this.roles.get(name));
  }

  override list(): Promise<Role[]> {
    return act(() => inOrderOfBytes([...this.roles.values()], ({ name }) => name));
  }

  override insert(role: Role): Promise<boolean> {
    return act(() => {
      if (this.roles.has(role.name)) return false;
      this.roles.set(role.name, role);
      return true;
    });
  }

  override update(role: Role, expectedVersion: number): Promise<boolean> {
    return act(() => {
      if (this.roles.get(role.name)?.version !== expectedVersion) return false;
      this.roles.set(role.name, role);
      return true;
    });
  }

  override delete(name: string): Promise<'deleted' | 'in use' | 'unknown'> {
    return act(() => {
      if (!this.roles.has(name)) return 'unknown';
      if (this.accounts.hasRole(name)) return 'in use';
      this.roles.delete(name);
      return 'deleted';
    });
  }
}
