import { type AuditEvent, AuditLog, AuditTrail, type Origin } from '@content-service/audit';
import { Contended, Outdated, Problems, TurnedClock, UuidV7Generator } from '@content-service/kernel';
import { SettingInvalid, SettingUnknown } from './site-settings.errors.js';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from './site-settings.js';
import { SiteSettingsService } from './site-settings.service.js';
import { SiteSettingsStore, type StoredSettings } from './site-settings.store.js';

class Shelf extends SiteSettingsStore {
  stored: StoredSettings = { version: 0, values: {} };
  /** Another process, which acts between a load and a save as often as this says. */
  interruptions = 0;

  override async load(): Promise<StoredSettings> {
    return this.stored;
  }

  override async save(values: Partial<SiteSettings>, expectedVersion: number): Promise<boolean> {
    if (this.interruptions > 0) {
      this.interruptions--;
      this.stored = {
        version: this.stored.version + 1,
        values: { ...this.stored.values, pageLimitMaximum: 10 },
      };
    }
    if (expectedVersion !== this.stored.version) return false;
    this.stored = { version: expectedVersion + 1, values };
    return true;
  }
}

class AuditShelf extends AuditLog {
  readonly events: AuditEvent[] = [];
  override append = async (events: readonly AuditEvent[]): Promise<void> => {
    this.events.push(...events);
  };
  override page = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
  override prune = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
}

const ALICE: Origin = { who: { kind: 'user', userId: 'alice' }, from: '192.0.2.1' };

let audit: AuditShelf;
let shelf: Shelf;
let settings: SiteSettingsService;
beforeEach(() => {
  shelf = new Shelf();
  audit = new AuditShelf();
  settings = new SiteSettingsService(shelf, new AuditTrail(audit, new UuidV7Generator(), new TurnedClock()));
});

describe('SiteSettingsService.change', () => {
  it('is the default until something is set', () => {
    expect(settings.current()).toEqual(DEFAULT_SITE_SETTINGS);
    expect(settings.version).toBe(0);
  });

  it('sets what is named and leaves the rest, at once', async () => {
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

  it('keeps what another process changes at the same time', async () => {
    shelf.interruptions = 2;

    const changed = await settings.change({ publicAccess: true }, ALICE);

    expect(changed).toMatchObject({ publicAccess: true, pageLimitMaximum: 10 });
  });

  it('gives up when others always come first', async () => {
    shelf.interruptions = 100;

    await expect(settings.change({ publicAccess: true }, ALICE)).rejects.toThrow(Contended);
  });

  it('is refused when it is meant for another version than the present one', async () => {
    await settings.change({ publicAccess: true }, ALICE, 0);

    await expect(settings.change({ publicAccess: false }, ALICE, 0)).rejects.toThrow(Outdated);
    expect(settings.current().publicAccess).toBe(true);
  });

  it('leaves a trace of each setting that is another one after it', async () => {
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

  it('stores nothing of a change with one wrong value, and names every fault', async () => {
    const change = settings.change({ publicAccess: true, pageLimitMaximum: 0, theme: 'dark' }, ALICE);

    await expect(change).rejects.toMatchObject({
      problems: [expect.any(SettingInvalid), expect.any(SettingUnknown)],
    });
    await expect(change).rejects.toThrow(Problems);
    expect(shelf.stored.version).toBe(0);
  });

  it.each([
    ['publicAccess', 'true', 'publicAccess must be true or false, got "true".'],
    ['allowedOperations', 'write', 'allowedOperations must be read_only or read_write, got "write".'],
    ['pageLimitMaximum', 0, 'pageLimitMaximum must be a whole number from 1 to 500, got 0.'],
    ['pageLimitMaximum', 1.5, 'pageLimitMaximum must be a whole number from 1 to 500, got 1.5.'],
    ['pageLimitMaximum', '50', 'pageLimitMaximum must be a whole number from 1 to 500, got "50".'],
    ['refreshReuseGraceSeconds', 61, 'refreshReuseGraceSeconds must be a whole number from 0 to 60, got 61.'],
    [
      'toString',
      1,
      `There is no setting 'toString'. Settings: ${Object.keys(DEFAULT_SITE_SETTINGS).join(', ')}.`,
    ],
  ])('refuses %s = %j', async (name, value, sentence) => {
    await expect(settings.change({ [name]: value }, ALICE)).rejects.toThrow(sentence);
  });

  it.each([
    [['*']],
    [[]],
    [['https://www.example.com', 'http://localhost:3000']],
    [['http://[::1]:8080']],
    [['capacitor://localhost']],
  ])('takes %j as CORS origins', async (corsOrigins) => {
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
  ])('refuses %j as CORS origins', async (corsOrigins) => {
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
  ])('reads %s %s', async (name, text, value) => {
    await expect(settings.changeFromText(name, text, ALICE)).resolves.toMatchObject({ [name]: value });
  });

  it.each([
    ['publicAccess', 'Yes', 'publicAccess must be true or false, got "Yes".'],
    ['publicAccess', '1', 'publicAccess must be true or false, got "1".'],
    ['pageLimitMaximum', '', 'pageLimitMaximum must be a whole number from 1 to 500, got "".'],
    ['corsOrigins', '*', 'corsOrigins must be ["*"] or a list'],
    ['theme', 'dark', "There is no setting 'theme'."],
  ])('refuses %s %s', async (name, text, sentence) => {
    await expect(settings.changeFromText(name, text, ALICE)).rejects.toThrow(sentence);
  });
});

describe('SiteSettingsService.refresh', () => {
  it('takes over what another process stored', async () => {
    shelf.stored = { version: 7, values: { publicAccess: true } };

    await settings.refresh();

    expect(settings.current()).toEqual({ ...DEFAULT_SITE_SETTINGS, publicAccess: true });
    expect(settings.version).toBe(7);
  });

  it('does not fall back to an answer that a change overtook', async () => {
    let answer: (stored: StoredSettings) => void = () => undefined;
    shelf.load = () => new Promise((resolve) => (answer = resolve));
    const refreshed = settings.refresh();
    shelf.load = async () => shelf.stored;
    await settings.change({ publicAccess: true }, ALICE);

    answer({ version: 0, values: {} });
    await refreshed;

    expect(settings.current().publicAccess).toBe(true);
  });

  it('follows a store that was put back to an earlier state', async () => {
    await settings.change({ publicAccess: true }, ALICE);
    shelf.stored = { version: 0, values: {} };

    await settings.refresh();

    expect(settings.current().publicAccess).toBe(false);
  });
});
