import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, FILE_VARIABLES, getVariableDescriptions, parseConfig } from '@content-service/app';
import { readRepositoryFile } from './deploy-files.js';

type Variables = Readonly<Record<string, string>>;

/** Contents of the secret files that deployments mount. */
const SECRETS: Variables = {
  DATABASE_URL: 'mariadb://content:password@database:3306/content',
  KEY_SECRET: 'k'.repeat(48),
  KEY_SECRET_PREVIOUS: 'p'.repeat(48),
  REDIS_URL: 'redis://redis:6379',
  INITIAL_CLIENT_SECRET: 's'.repeat(43),
  INITIAL_ADMIN_PASSWORD: 'correct-horse-battery-staple',
  AUDIT_LOG_URL: 'https://collector.example/events',
  BROKER_URL: 'nats://content:password@broker:4222',
};

/**
 * Names of all variables of the service, `KEY_SECRET_FILE` and so on included. The classes of environment.ts describe all
 * but NODE_ENV, which belongs to Node.js.
 */
export function listVariables(): readonly string[] {
  return [...getVariableDescriptions().keys(), ...FILE_VARIABLES.map((name) => `${name}_FILE`), 'NODE_ENV'];
}

/**
 * Parses the variables of a deployment as the service does at its start, with files in place of the mounted ones.
 *
 * @throws InvalidEnvironment
 * @throws Error when a variable is unknown to the service
 */
export function parseDeployed(variables: Variables): Config {
  const unknown = Object.keys(variables).filter((name) => !listVariables().includes(name));
  if (unknown.length > 0) throw new Error(`The service has no variable ${unknown.join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'content-service-secrets-'));
  try {
    const read = Object.entries(variables).map(([name, value]) => {
      if (!name.endsWith('_FILE')) return [name, value];
      const file = join(folder, name);
      writeFileSync(file, SECRETS[name.slice(0, -'_FILE'.length)] ?? '');
      return [name, file];
    });
    return parseConfig(Object.fromEntries(read) as Variables);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The variables that the image sets (ENV of its Dockerfile). */
export function getImageVariables(): Variables {
  const [, pairs = ''] = /^ENV (NODE_ENV=.*)$/m.exec(readRepositoryFile('deploy/docker/Dockerfile')) ?? [];
  return Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=') as [string, string]));
}
