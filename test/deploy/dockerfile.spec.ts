import { existsSync } from 'node:fs';
import { listVariables } from './variables.js';
import { readRepositoryFile, ROOT } from './deploy-files.js';

interface Instruction {
  readonly name: string;
  readonly value: string;
}

const stages = parseStages(readRepositoryFile('deploy/docker/Dockerfile'));
const [build, runtime] = [stages[0] ?? [], stages[1] ?? []];

describe('deploy/docker/Dockerfile', () => {
  it('has a stage that builds and one that runs', () => {
    expect(stages).toHaveLength(2);
  });

  it('pins both base images by tag and digest', () => {
    expect(stages.map((stage) => find(stage, 'FROM'))).toEqual([
      'node:24-bookworm-slim@${BUILD_DIGEST} AS build',
      'gcr.io/distroless/nodejs24-debian12:nonroot@${RUNTIME_DIGEST}',
    ]);
  });

  it('has no default for a digest, so that a build without one fails', () => {
    const text = readRepositoryFile('deploy/docker/Dockerfile');

    expect(text.match(/^ARG \w+_DIGEST.*$/gm)).toEqual(['ARG BUILD_DIGEST', 'ARG RUNTIME_DIGEST']);
  });

  it('installs the locked packages without running their scripts', () => {
    expect(find(build, 'RUN', 'npm ci')).toContain('npm ci --ignore-scripts');
  });

  it('has no ADD, which could fetch URLs and unpack archives', () => {
    expect(stages.flat().filter(({ name }) => name === 'ADD')).toEqual([]);
  });

  it('runs nothing in the stage that runs, which has no shell', () => {
    expect(runtime.filter(({ name }) => name === 'RUN')).toEqual([]);
  });

  it('runs as a user by number, which Kubernetes can check, that is not root', () => {
    expect(find(runtime, 'USER')).toBe('65532:65532');
  });

  it('copies the assembled files of root, and a data folder of the user', () => {
    expect(list(runtime, 'COPY')).toEqual([
      '--from=build /image/app /app',
      '--from=build --chown=65532:65532 /image/data /data',
    ]);
  });

  it('declares the folders that are written to as volumes', () => {
    expect(JSON.parse(find(runtime, 'VOLUME'))).toEqual(['/data', '/tmp']);
  });

  it('checks the health and starts without a shell', () => {
    const entryPoint = ['/nodejs/bin/node', '/app/apps/content-service/bin/content-service.js'];

    expect(JSON.parse(find(runtime, 'ENTRYPOINT'))).toEqual(entryPoint);
    expect(JSON.parse(find(runtime, 'CMD'))).toEqual(['serve']);
    const [, check = ''] = find(runtime, 'HEALTHCHECK').split('CMD ');
    expect(JSON.parse(check)).toEqual([...entryPoint, 'health']);
  });

  it('has variables of the service only, and no secret', () => {
    const names = list(runtime, 'ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0]));

    expect(names).toEqual(expect.arrayContaining(['NODE_ENV', 'HOST', 'METRICS_PORT']));
    expect(names.filter((name) => !listVariables().includes(String(name)))).toEqual([]);
    expect(
      stages
        .flat()
        .filter(
          ({ name, value }) => ['ARG', 'ENV'].includes(name) && /SECRET|PASSWORD|TOKEN|_URL/.test(value),
        ),
    ).toEqual([]);
  });

  it('has the OCI labels that identify the image', () => {
    const labels = [...find(runtime, 'LABEL').matchAll(/org\.opencontainers\.image\.([\w.]+)=/g)];

    expect(labels.map(([, name]) => name)).toEqual([
      ...['title', 'description', 'licenses', 'version', 'revision', 'base.name'],
    ]);
  });

  it('copies existing files of the repository into the build', () => {
    const sources = list(build, 'COPY').flatMap((line) => line.split(' ').slice(0, -1));

    expect(sources).toContain('package-lock.json');
    expect(sources.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });
});

describe('.dockerignore', () => {
  const lines = readRepositoryFile('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('excludes everything but what the Dockerfile copies', () => {
    const included = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const copied = list(build, 'COPY').flatMap((line) => line.split(' ').slice(0, -1));

    expect(lines[0]).toBe('*');
    expect(included.sort()).toEqual([...new Set(copied.map((path) => path.split('/')[0]))].sort());
  });

  it.each(['**/.env*', '**/data', '**/node_modules', '**/dist'])('excludes %s', (pattern) => {
    expect(lines).toContain(pattern);
  });
});

/** The instructions of each stage; those before the first FROM belong to no stage. */
function parseStages(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  const instructions = lines.map((line) => {
    const [name = '', ...rest] = line.split(' ');
    return { name, value: rest.join(' ') };
  });
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, n) => instructions.slice(start, starts[n + 1]));
}

function list(stage: readonly Instruction[], name: string): readonly string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ value }) => value);
}

/** @throws Error when the stage has no such instruction */
function find(stage: readonly Instruction[], name: string, text = ''): string {
  const found = list(stage, name).find((value) => value.includes(text));
  if (found === undefined) throw new Error(`The stage has no ${name} ${text}`);
  return found;
}
