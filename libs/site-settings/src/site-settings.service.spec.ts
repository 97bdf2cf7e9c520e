import {
  type AuditContext,
  type AuditEvent,
  AuditLog,
  AuditTrail,
  type AuditLines,
} from '@content-service/audit';
import {
  ResourceWriteContended,
  ResourcePreconditionFailed,
  AggregateDomainError,
  FakeClock,
  UuidV7Generator,
} from '@content-service/kernel';
import { SettingInvalid, SettingUnknown } from './site-settings.errors.js';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from './site-settings.js';
import { SiteSettingsService } from './site-settings.service.js';
import { SiteSettingsStore, type StoredSettings } from './site-settings.store.js';

class InMemorySettingsStore extends SiteSettingsStore {
  stored: StoredSettings = { version: 0, values: {} };
  /** The number of saves before which another process saves. */
  conflicts = 0;

  constructor(private readonly audit: InMemoryAuditLog) {
    super();
  }

  override async load(): Promise<StoredSettings> {
    return this.stored;
  }

  override async save(
    values: Partial<SiteSettings>,
    expectedVersion: number,
    auditLines: AuditLines = {},
  ): Promise<boolean> {
    if (this.conflicts > 0) {
      this.conflicts--;
      this.stored = {
        version: this.stored.version + 1,
        values: { ...this.stored.values, pageLimitMaximum: 10 },
      };
    }
    if (expectedVersion !== this.stored.version) return false;
    this.stored = { version: expectedVersion + 1, values };
    this.audit.events.push(...(auditLines.audit ?? []));
    return true;
  }
}

class InMemoryAuditLog extends AuditLog {
  readonly events: AuditEvent[] = [];
  override append = async (events: readonly AuditEvent[]): Promise<void> => {
    this.events.push(...events);
  };
  override page = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
  override prune = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
}

const ALICE: AuditContext = { actor: { kind: 'user', userId: 'alice' }, ipAddress: '192.0.2.1' };

let audit: InMemoryAuditLog;
let store: InMemorySettingsStore;
let settings: SiteSettingsService;
beforeEach(() => {
  audit = new InMemoryAuditLog();
  store = new InMemorySettingsStore(audit);
  settings = new SiteSettingsService(store, new AuditTrail(audit, new UuidV7Generator(), new FakeClock()));
});

describe('SiteSettingsService.change', () => {
  it('current() returns the defaults before the first change', () => {
    expect(settings.current()).toEqual(DEFAULT_SITE_SETTINGS);
    expect(settings.version).toBe(0);
  });

  it('sets the given settings at once and keeps the others', async () => {
    await settings.change({ publicAccess: true }, ALICE);
    const changed = await settings.change({ allowedOperations: 'read_write' }, ALICE);

    expect(changed).toEqual({
      ...DEFAULT_SITE_SETTINGS,
      publicAccess: true,
      allowedOperations: 'read_write',
    });
    expect(settings.current()).toBe(changed);
    expect(settings.version).toBe(2);
  });

  it('keeps a concurrent change of another process', async () => {
    store.conflicts = 2;

    const changed = await settings.change({ publicAccess: true }, ALICE);

    expect(changed).toMatchObject({ publicAccess: true, pageLimitMaximum: 10 });
  });

  it('throws ResourceWriteContended when every attempt conflicts', async () => {
    store.conflicts = 100;

    await expect(settings.change({ publicAccess: true }, ALICE)).rejects.toThrow(ResourceWriteContended);
  });

  it('throws ResourcePreconditionFailed when the expected version is outdated', async () => {
    await settings.change({ publicAccess: true }, ALICE, 0);

    await expect(settings.change({ publicAccess: false }, ALICE, 0)).rejects.toThrow(
      ResourcePreconditionFailed,
    );
    expect(settings.current().publicAccess).toBe(true);
  });

  it('records each changed setting in the audit log', async () => {
    await settings.change({ publicAccess: true, pageLimitMaximum: 50, corsOrigins: [] }, ALICE);

    expect(audit.events).toMatchObject([
      {
        ...ALICE,
        action: 'setting.changed',
        subject: { id: 'publicAccess' },
        details: { previous: false, value: true },
      },
      { subject: { kind: 'setting', id: 'corsOrigins' }, details: { previous: ['*'], value: [] } },
    ]);
  });

  it('stores nothing when one value is invalid, and reports every problem', async () => {
    const change = settings.change({ publicAccess: true, pageLimitMaximum: 0, theme: 'dark' }, ALICE);

    await expect(change).rejects.toMatchObject({
      problems: [expect.any(SettingInvalid), expect.any(SettingUnknown)],
    });
    await expect(change).rejects.toThrow(AggregateDomainError);
    expect(store.stored.version).toBe(0);
  });

  it.each([
    ['publicAccess', 'true', 'publicAccess must be true or false, got "true".'],
    ['allowedOperations', 'write', 'allowedOperations must be read_only or read_write, got "write".'],
    ['pageLimitMaximum', 0, 'pageLimitMaximum must be a whole number from 1 to 500, got 0.'],
    ['pageLimitMaximum', 1.5, 'pageLimitMaximum must be a whole number from 1 to 500, got 1.5.'],
    ['pageLimitMaximum', '50', 'pageLimitMaximum must be a whole number from 1 to 500, got "50".'],
    ['refreshReuseGraceSeconds', 61, 'refreshReuseGraceSeconds must be a whole number from 0 to 60, got 61.'],
    ['rateLimits', 'lenient', 'rateLimits must be none, recommended, or a table such as'],
    ['rateLimits', {}, 'rateLimits must be none'],
    ['rateLimits', [], 'rateLimits must be none'],
    ['rateLimits', null, 'rateLimits must be none'],
    ['rateLimits', { reads: { quota: 1, windowSeconds: 1 } }, 'of the policies client, write, anonymous'],
    ['rateLimits', { toString: { quota: 1, windowSeconds: 1 } }, 'rateLimits must be none'],
    ['rateLimits', { client: { quota: 0, windowSeconds: 1 } }, 'with quota 1 to 1000000'],
    ['rateLimits', { client: { quota: 1.5, windowSeconds: 1 } }, 'with quota 1 to 1000000'],
    ['rateLimits', { client: { quota: 1, windowSeconds: 86_401 } }, 'windowSeconds 1 to 86400'],
    ['rateLimits', { client: { quota: 1 } }, 'windowSeconds 1 to 86400'],
    ['rateLimits', { client: { quota: 1, windowSeconds: 1, burst: 2 } }, 'rateLimits must be none'],
    [
      'toString',
      1,
      `There is no setting 'toString'. Settings: ${Object.keys(DEFAULT_SITE_SETTINGS).join(', ')}.`,
    ],
  ])('rejects %s = %j', async (name, value, message) => {
    await expect(settings.change({ [name]: value }, ALICE)).rejects.toThrow(message);
  });

  it.each([
    ['none'],
    ['recommended'],
    [{ write: { quota: 1_000_000, windowSeconds: 86_400 }, token: { quota: 1, windowSeconds: 1 } }],
  ])('accepts %j as rate limits', async (rateLimits) => {
    await expect(settings.change({ rateLimits }, ALICE)).resolves.toMatchObject({ rateLimits });
  });

  it('records a table of rate limits in the audit log as JSON text', async () => {
    await settings.change({ rateLimits: { write: { quota: 3, windowSeconds: 60 } } }, ALICE);

    expect(audit.events).toMatchObject([
      {
        subject: { id: 'rateLimits' },
        details: { previous: 'none', value: '{"write":{"quota":3,"windowSeconds":60}}' },
      },
    ]);
  });

  it.each([
    [['*']],
    [[]],
    [['https://www.example.com', 'http://localhost:3000']],
    [['http://[::1]:8080']],
    [['capacitor://localhost']],
  ])('accepts %j as CORS origins', async (corsOrigins) => {
    await expect(settings.change({ corsOrigins }, ALICE)).resolves.toMatchObject({ corsOrigins });
  });

  it.each([
    ['*'],
    [['*', 'https://www.example.com']],
    [['https://*.example.com']],
    [['https://www.example.com/']],
    [['https://www.example.com/path']],
    [['https://WWW.example.com']],
    [['https://www.example.com:443']],
    [['https://user@www.example.com']],
    [['www.example.com']],
    [['null']],
    [[7]],
  ])('rejects %j as CORS origins', async (corsOrigins) => {
    await expect(settings.change({ corsOrigins }, ALICE)).rejects.toThrow(
      'corsOrigins must be ["*"] or a list of origins',
    );
  });
});

describe('SiteSettingsService.changeFromText', () => {
  it.each([
    ['allowedOperations', 'read_write', 'read_write'],
    ['publicAccess', 'true', true],
    ['publicAccess', 'false', false],
    ['corsOrigins', '["*"]', ['*']],
    ['corsOrigins', '["https://www.example.com"]', ['https://www.example.com']],
    ['pageLimitMaximum', '25', 25],
    ['rateLimits', 'recommended', 'recommended'],
    ['rateLimits', '{"client":{"quota":5,"windowSeconds":1}}', { client: { quota: 5, windowSeconds: 1 } }],
  ])('parses %s %s', async (name, text, value) => {
    await expect(settings.changeFromText(name, text, ALICE)).resolves.toMatchObject({ [name]: value });
  });

  it.each([
    ['publicAccess', 'Yes', 'publicAccess must be true or false, got "Yes".'],
    ['publicAccess', '1', 'publicAccess must be true or false, got "1".'],
    ['pageLimitMaximum', '', 'pageLimitMaximum must be a whole number from 1 to 500, got "".'],
    ['corsOrigins', '*', 'corsOrigins must be ["*"] or a list'],
    ['theme', 'dark', "There is no setting 'theme'."],
  ])('rejects %s %s', async (name, text, message) => {
    await expect(settings.changeFromText(name, text, ALICE)).rejects.toThrow(message);
  });
});

describe('SiteSettingsService.refresh', () => {
  it('loads the settings that another process stored', async () => {
    store.stored = { version: 7, values: { publicAccess: true } };

    await settings.refresh();

    expect(settings.current()).toEqual({ ...DEFAULT_SITE_SETTINGS, publicAccess: true });
    expect(settings.version).toBe(7);
  });

  it('ignores a result that was read before a change', async () => {
    let resolveLoad: (stored: StoredSettings) => void = () => undefined;
    store.load = () => new Promise((resolve) => (resolveLoad = resolve));
    const refresh = settings.refresh();
    store.load = async () => store.stored;
    await settings.change({ publicAccess: true }, ALICE);

    resolveLoad({ version: 0, values: {} });
    await refresh;

    expect(settings.current().publicAccess).toBe(true);
  });

  it('follows a store that was restored to an earlier version', async () => {
    await settings.change({ publicAccess: true }, ALICE);
    store.stored = { version: 0, values: {} };

    await settings.refresh();

    expect(settings.current().publicAccess).toBe(false);
  });
});
