import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installOnDemand } from '../support/on-demand-packages.js';
import { type ServerProcess, startServer, type Variables } from '../support/server-process.js';

/** The folder of the four sites. */
export const SITES = fileURLToPath(new URL('../../examples/front-ends/', import.meta.url));
const PRELOAD = new URL('loopback-only.mjs', import.meta.url).href;

/** How a site of `examples/front-ends`, or one with the packages of such a site, is built and started. */
export interface SiteOptions {
  /** The name of the folder in `examples/front-ends` with its packages. */
  readonly name: string;
  /** Its own folder; that of the name when absent. */
  readonly folder?: string;
  /** A script of the site or its packages, with its arguments; absent for a site without packages. */
  readonly build?: readonly string[];
  readonly start: readonly string[];
  readonly variables: Variables;
}

/** A site of `examples/front-ends`, built in a folder of its own and started, with connections to this machine alone. */
export class FrontEnd {
  private constructor(
    private readonly folder: string,
    private readonly server: ServerProcess,
  ) {}

  static async start({
    name,
    folder: source = join(SITES, name),
    build,
    start,
    variables,
  }: SiteOptions): Promise<FrontEnd> {
    const folder = mkdtempSync(join(tmpdir(), `front-end-${name}-`));
    const site = join(folder, 'site');
    const packages = build === undefined ? undefined : await installOnDemand(join(SITES, name));
    cpSync(source, site, { recursive: true, filter: (path) => !/[/\\]node_modules/.test(path) });
    if (packages !== undefined) symlinkSync(packages, join(site, 'node_modules'));
    const environment: Variables = {
      ...variables,
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${PRELOAD}`,
      REFUSED_CONNECTIONS: join(folder, 'refused'),
      ASTRO_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
    };
    const inSite = ([file = '', ...others]: readonly string[]): string[] => [join(site, file), ...others];
    if (build !== undefined) await run(inSite(build), site, environment);
    return new FrontEnd(folder, await startServer(inSite(start), environment, '/', site));
  }

  get url(): string {
    return this.server.url;
  }

  /** Hosts that the build and the server wanted to reach. */
  get refusedConnections(): readonly string[] {
    const file = join(this.folder, 'refused');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  /** Requests an address as browsers do, without following redirects. */
  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.url + path, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @throws Error with the output when it fails */
async function run(args: readonly string[], cwd: string, variables: Variables): Promise<void> {
  const env = { PATH: process.env['PATH'], HOME: cwd, ...variables };
  await promisify(execFile)(process.execPath, args, { cwd, env, maxBuffer: 10_000_000 }).catch(
    (error: unknown) => {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`node ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
    },
  );
}
