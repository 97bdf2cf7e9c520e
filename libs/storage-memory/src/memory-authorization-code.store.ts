import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type CodeConsumption,
} from '@content-service/oauth-grants';
import type { Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';

export interface StoredCode {
  readonly code: AuthorizationCode;
  readonly used: boolean;
}

export class MemoryAuthorizationCodeStore extends AuthorizationCodeStore {
  constructor(private readonly codes = new Map<string, StoredCode>()) {
    super();
  }

  override save(code: AuthorizationCode): Promise<void> {
    return atomic(() => {
      this.codes.set(code.codeHash, { code, used: false });
    });
  }

  override find(codeHash: string): Promise<AuthorizationCode | undefined> {
    return atomic(() => this.codes.get(codeHash)?.code);
  }

  override consume(codeHash: string): Promise<CodeConsumption> {
    return atomic(() => {
      const stored = this.codes.get(codeHash);
      if (stored === undefined) return { outcome: 'unknown' };
      const { code, used } = stored;
      if (used) return { outcome: 'replayed', code };
      this.codes.set(codeHash, { code, used: true });
      return { outcome: 'consumed', code };
    });
  }

  override findFamilies({ userId, clientId }: { userId: Uuid; clientId: string }): Promise<Uuid[]> {
    return atomic(() =>
      [...this.codes.values()]
        .filter(({ code }) => code.userId === userId && code.clientId === clientId)
        .map(({ code }) => code.familyId),
    );
  }

  override prune(now: number, limit: number): Promise<number> {
    return atomic(() => deleteSelected(this.codes, ({ code }) => code.expiresAt < now, limit));
  }
}
