import { hash, parseOptions, verify } from '@node-rs/argon2';
import { PasswordHasher } from '@content-service/accounts';

/** OWASP's password storage cheat sheet, first choice for argon2id, which is the package's default algorithm. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** argon2id, worked out beside the event loop; how many at once is bounded where passwords are checked. */
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
