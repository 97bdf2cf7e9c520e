import type { Uuid } from '@content-service/kernel';
import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type CodeConsumption,
} from '@content-service/oauth-grants';
import type { RecordDatabase } from './record-database.js';

const CODES = 'authorization-code/';

interface StoredCode {
  readonly code: AuthorizationCode;
  readonly used: boolean;
}

export class RecordAuthorizationCodeStore extends AuthorizationCodeStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override save(code: AuthorizationCode): Promise<void> {
    return this.database.transaction((transaction) =>
      transaction.put(CODES + code.codeHash, { code, used: false }),
    );
  }

  override async find(codeHash: string): Promise<AuthorizationCode | undefined> {
    return (await this.database.get<StoredCode>(CODES + codeHash))?.code;
  }

  override consume(codeHash: string): Promise<CodeConsumption> {
    return this.database.transaction(async (transaction): Promise<CodeConsumption> => {
      const stored = await transaction.get<StoredCode>(CODES + codeHash);
      if (stored === undefined) return { outcome: 'unknown' };
      const { code, used } = stored;
      if (used) return { outcome: 'replayed', code };
      await transaction.put(CODES + codeHash, { code, used: true });
      return { outcome: 'consumed', code };
    });
  }

  override async findFamilies({ userId, clientId }: { userId: Uuid; clientId: string }): Promise<Uuid[]> {
    const stored = await this.database.select<StoredCode>(
      CODES,
      ({ code }) => code.userId === userId && code.clientId === clientId,
    );
    return stored.map(({ code }) => code.familyId);
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.database.deleteSelected(CODES, ({ code }: StoredCode) => code.expiresAt < now, limit);
  }
}
