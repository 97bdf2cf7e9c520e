import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type CodeConsumption,
} from '@content-service/oauth-grants';
import { act } from './act.js';

export class MemoryAuthorizationCodeStore extends AuthorizationCodeStore {
  private readonly codes = new Map<string, AuthorizationCode>();
  private readonly used = new Set<string>();

  override save(code: AuthorizationCode): Promise<void> {
    return act(() => {
      this.codes.set(code.codeHash, code);
    });
  }

  override find(codeHash: string): Promise<AuthorizationCode | undefined> {
    return act(() => this.codes.get(codeHash));
  }

  override consume(codeHash: string): Promise<CodeConsumption> {
    return act(() => {
      const code = this.codes.get(codeHash);
      if (code === undefined) return { outcome: 'unknown' };
      if (this.used.has(codeHash)) return { outcome: 'replayed', code };
      this.used.add(codeHash);
      return { outcome: 'consumed', code };
    });
  }

  override prune(now: number): Promise<void> {
    return act(() => {
      for (const { codeHash, expiresAt } of this.codes.values()) {
        if (expiresAt >= now) continue;
        this.codes.delete(codeHash);
        this.used.delete(codeHash);
      }
    });
  }
}
