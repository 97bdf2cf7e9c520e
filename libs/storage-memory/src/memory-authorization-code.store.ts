import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type CodeConsumption,
} from '@content-service/oauth-grants';
import type { Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';

export class MemoryAuthorizationCodeStore extends AuthorizationCodeStore {
  private readonly codes = new Map<string, AuthorizationCode>();
  private readonly used = new Set<string>();

  override save(code: AuthorizationCode): Promise<void> {
    return atomic(() => {
      this.codes.set(code.codeHash, code);
    });
  }

  override find(codeHash: string): Promise<AuthorizationCode | undefined> {
    return atomic(() => this.codes.get(codeHash));
  }

  override consume(codeHash: string): Promise<CodeConsumption> {
    return atomic(() => {
      const code = this.codes.get(codeHash);
      if (code === undefined) return { outcome: 'unknown' };
      if (this.used.has(codeHash)) return { outcome: 'replayed', code };
      this.used.add(codeHash);
      return { outcome: 'consumed', code };
    });
  }

  override findFamilies({ userId, clientId }: { userId: Uuid; clientId: string }): Promise<Uuid[]> {
    return atomic(() =>
      [...this.codes.values()]
        .filter((code) => code.userId === userId && code.clientId === clientId)
        .map(({ familyId }) => familyId),
    );
  }

  override prune(now: number): Promise<void> {
    return atomic(() => {
      for (const { codeHash, expiresAt } of this.codes.values()) {
        if (expiresAt >= now) continue;
        this.codes.delete(codeHash);
        this.used.delete(codeHash);
      }
    });
  }
}
