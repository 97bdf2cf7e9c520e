import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readRepositoryFile, ROOT } from './deploy-files.js';
import { getImageVariables, parseDeployed } from './variables.js';

interface Service {
  readonly image: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly args: Readonly<Record<string, string>>;
  };
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly depends_on?: unknown;
  readonly healthcheck?: { readonly test: unknown };
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
}

type Name = 'app-1' | 'app-2' | 'migrate' | 'database';

interface ComposeFile {
  readonly services: Readonly<Record<Name, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const FILE = 'deploy/compose/compose.yaml';
const { services, secrets } = parse(interpolate(readRepositoryFile(FILE)), { merge: true }) as ComposeFile;
const PROCESSES = ['app-1', 'app-2'] as const;

describe(FILE, () => {
  it('has two processes, a migration and a database', () => {
    expect(Object.keys(services)).toEqual([...PROCESSES, 'migrate', 'database']);
  });

  it.each([...PROCESSES, 'migrate'] as const)('gives %s variables that the service accepts', (name) => {
    const config = parseDeployed({ ...getImageVariables(), ...services[name].environment });

    expect(config).toMatchObject({
      embeddedDatabase: false,
      migrateOnStart: false,
      rateLimitStore: 'database',
    });
  });

  it.each([...PROCESSES, 'migrate'] as const)('runs %s on a read-only root without privileges', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(services[name]).not.toHaveProperty('user');
    expect(services[name]).not.toHaveProperty('privileged');
  });

  it('has secrets as files only, and mounts each that a variable names', () => {
    for (const { environment, secrets: mounted } of Object.values(services)) {
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      expect(files.length).toBeGreaterThan(0);
      expect(files.map(([, path]) => path).sort()).toEqual(
        mounted.map((name) => `/run/secrets/${name}`).sort(),
      );
      const inClear = Object.keys(environment).filter((name) => /(SECRET|PASSWORD|_URL)$/.test(name));
      expect(inClear.filter((name) => !['BASE_URL', 'MARIADB_RANDOM_ROOT_PASSWORD'].includes(name))).toEqual(
        [],
      );
    }
  });

  it('takes the secrets from files that git ignores and make-secrets.sh makes', () => {
    const script = readRepositoryFile('deploy/compose/make-secrets.sh');

    expect(readRepositoryFile('.gitignore')).toContain('deploy/compose/secrets/\n');
    for (const [name, { file }] of Object.entries(secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(script).toContain(`\nmake ${name} `);
    }
  });

  it('starts in order of health: database, migration, first process, second process', () => {
    expect(services.migrate.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(services['app-1'].depends_on).toEqual({
      database: { condition: 'service_healthy' },
      migrate: { condition: 'service_completed_successfully' },
    });
    expect(services['app-2'].depends_on).toEqual({ 'app-1': { condition: 'service_healthy' } });
    expect(services.migrate).toMatchObject({ command: ['migrate'], restart: 'no' });
    expect(services.database.healthcheck?.test).toEqual([
      'CMD',
      'healthcheck.sh',
      '--connect',
      '--innodb_initialized',
    ]);
  });

  it('publishes ports on this machine only, and none of the database', () => {
    const ports = PROCESSES.flatMap((process) => services[process].ports ?? []);

    expect(ports).toHaveLength(4);
    expect(new Set(ports).size).toBe(4);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:(3000|9464)$/);
    expect(services.database).not.toHaveProperty('ports');
  });

  it('gives a process more time to end than it takes', () => {
    const { shutdownDelayMs, shutdownTimeoutMs } = parseDeployed({
      ...getImageVariables(),
      ...services['app-1'].environment,
    });

    expect(services['app-1'].stop_grace_period).toBe('40s');
    expect(shutdownDelayMs + shutdownTimeoutMs).toBeLessThan(40_000);
  });

  it.each([...PROCESSES, 'migrate'] as const)('builds the image of %s when there is none', (name) => {
    const { build } = services[name];
    const dockerfile = readRepositoryFile('deploy/docker/Dockerfile');

    expect(build).toMatchObject({ context: '../..', dockerfile: 'deploy/docker/Dockerfile' });
    const needed = [...dockerfile.matchAll(/^ARG (\w+)$/gm)].map(([, argument]) => argument);
    expect(Object.keys(build?.args ?? {})).toEqual(needed);
  });

  it('takes the digests of base images from a file that git ignores', () => {
    const [folder, bin] = [
      mkdtempSync(join(tmpdir(), 'content-service-')),
      ROOT + 'deploy/docker/find-digests.sh',
    ];
    const docker = '#!/bin/sh\n[ "$1 $2 $3" = "buildx imagetools inspect" ] && echo "sha256:of-$4"\n';
    writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 });

    const { stdout } = spawnSync(bin, {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH']}` },
    });
    rmSync(folder, { recursive: true });

    expect(stdout).toBe(
      'BUILD_DIGEST=sha256:of-node:24-bookworm-slim\n' +
        'RUNTIME_DIGEST=sha256:of-gcr.io/distroless/nodejs24-debian12:nonroot\n',
    );
    expect(readRepositoryFile('.gitignore').split('\n')).toContain('.env');
  });

  it('names a version of each image', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/:\d+\.\d+(\.\d+)?$/);
  });
});

/** Replaces `${NAME:-default}` by the default, as compose does when NAME is unset. */
function interpolate(text: string): string {
  return text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}
