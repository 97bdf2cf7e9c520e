import { hash, parseOptions, verify } from '@node-rs/argon2';
import { PasswordHasher } from '@content-service/accounts';

/** Parameters of the OWASP Password Storage Cheat Sheet, first choice; argon2id is the package's default. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** argon2id in a thread pool; the accounts library limits how many run at once. */
export class Argon2PasswordHasher extends PasswordHasher {
  override hash(password: string): Promise<string> {
    return hash(password, COST);
  }

  override async verify(passwordHash: string, password: string): Promise<boolean> {
    return isArgon2(passwordHash) && verify(passwordHash, password);
  }
}

function isArgon2(passwordHash: string): boolean {
  try {
    parseOptions(passwordHash);
    return true;
  } catch {
    return false;
  }
}
