/** @needs systemd-analyze */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRepositoryFile } from './deploy-files.js';
import { parseDeployed } from './variables.js';

const UNIT = 'deploy/systemd/content-service.service';
const DROP_IN = 'deploy/systemd/mariadb.conf';

describe(UNIT, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-service-systemd-'));
    // Node may be elsewhere on this machine; systemd verifies that the program exists.
    const unit = readRepositoryFile(UNIT).replace('=/usr/bin/node ', `=${process.execPath} `);
    writeFileSync(join(folder, 'content-service.service'), unit);
    mkdirSync(join(folder, 'content-service.service.d'));
    const dropIn = readRepositoryFile(DROP_IN).replace('=/usr/bin/node ', `=${process.execPath} `);
    writeFileSync(join(folder, 'content-service.service.d/mariadb.conf'), dropIn);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is accepted by systemd-analyze verify, with its drop-in', () => {
    expect(analyze('verify', join(folder, 'content-service.service'))).toEqual([0, '']);
  });

  it('has an exposure of at most 2.0 by systemd-analyze security', () => {
    const [status] = analyze(
      ...['security', '--offline=true', '--threshold=20', join(folder, 'content-service.service')],
    );

    expect(status).toBe(0);
  });

  it('runs the installed service as a user of its own, with a folder for its data', () => {
    const settings = readSettings(UNIT);

    expect(settings.get('Type')).toEqual(['exec']);
    expect(settings.get('DynamicUser')).toEqual(['yes']);
    expect(settings.get('StateDirectory')).toEqual(['content-service']);
    expect(settings.get('ExecStart')).toEqual([
      '/usr/bin/node /opt/content-service/apps/content-service/bin/content-service.js serve',
    ]);
  });

  it('has variables that the service accepts', () => {
    const config = parseDeployed(getVariables(UNIT));

    expect(config).toMatchObject({
      databaseUrl: 'sqlite:%S/content-service/content.sqlite',
      keySecret: expect.any(String),
      // It would be printed to the journal otherwise, where it stays valid.
      initialClient: { id: 'first-client', secret: expect.any(String) },
      metricsPort: 9464,
    });
  });

  it('reads every secret of a variable from a credential', () => {
    for (const file of [UNIT, DROP_IN]) {
      const credentials = readSettings(file)
        .get('LoadCredential')
        ?.map((value) => value.split(':')[0]);
      const named = Object.entries(getVariables(file)).filter(([name]) => name.endsWith('_FILE'));
      expect(named.map(([, path]) => path)).toEqual(credentials?.map((name) => `%d/${name}`));
    }
  });

  it('gives the service more time to stop than it takes', () => {
    const { shutdownDelayMs, shutdownTimeoutMs } = parseDeployed(getVariables(UNIT));
    const [seconds] = readSettings(UNIT).get('TimeoutStopSec') ?? [];

    expect(1000 * Number(seconds)).toBeGreaterThan(shutdownDelayMs + shutdownTimeoutMs);
  });
});

describe(DROP_IN, () => {
  it('replaces the database of the unit', () => {
    const { DATABASE_URL, ...unit } = getVariables(UNIT);

    expect(DATABASE_URL).toBeDefined();
    expect(readSettings(DROP_IN).get('UnsetEnvironment')).toEqual(['DATABASE_URL']);
    expect(parseDeployed({ ...unit, ...getVariables(DROP_IN) }).databaseUrl).toMatch(/^mariadb:/);
  });

  it('migrates the database before each start, however long that takes', () => {
    const settings = readSettings(DROP_IN);
    const [serve = ''] = readSettings(UNIT).get('ExecStart') ?? [];

    expect(settings.get('ExecStartPre')).toEqual([serve.replace(/serve$/, 'migrate')]);
    expect(settings.get('TimeoutStartSec')).toEqual(['infinity']);
  });
});

function analyze(...args: readonly string[]): readonly [number | null, string] {
  const { status, stderr, error } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  return [status, stderr];
}

/** The settings of a unit file; a setting can occur several times. */
function readSettings(path: string): ReadonlyMap<string, readonly string[]> {
  const settings = new Map<string, string[]>();
  for (const [, name = '', value = ''] of readRepositoryFile(path).matchAll(/^(\w+)=(.*)$/gm))
    settings.set(name, [...(settings.get(name) ?? []), value]);
  return settings;
}

function getVariables(path: string): Readonly<Record<string, string>> {
  const pairs = (readSettings(path).get('Environment') ?? []).flatMap((line) => line.split(' '));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
