import { dirname, join } from 'node:path';
import { IsOptional } from 'class-validator';
import { isBaseUrl } from './base-url.js';
import { EMBEDDED } from './database-environment.js';
import { createRuleDecorator } from './rule-decorator.js';
import { Variable, type Variables } from './variable.js';

const Validated = createRuleDecorator<FileEnvironment>();

/** A bucket of S3, or of a server with its protocol. */
export interface S3Location {
  readonly bucket: string;
  /** The beginning of all keys: empty, or with a slash at its end. */
  readonly prefix: string;
  /** `undefined`: that of the configuration of AWS. */
  readonly region: string | undefined;
  /** The URL of another server than those of AWS. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is in the path of URLs instead of the host name. */
  readonly pathStyle: boolean;
}

/** Where the bytes of files are. */
export type FileStoreOptions =
  | { readonly kind: 'memory' }
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Location)
  | {
      readonly kind: 'adapter';
      /** The name of a package or a path. */
      readonly module: string;
      readonly url: string | undefined;
      readonly environment: Variables;
    };

const FORMS = 'disk:FOLDER, s3://BUCKET/PREFIX or memory:';

/** The environment variables of the place of files; a part of `Environment`. */
export class FileEnvironment {
  @Variable({
    group: 'Files',
    meaning:
      'Where uploaded files are: in a folder (a missing one is created), in a bucket of S3 or of a server with its protocol, or in ' +
      '`memory:` for a trial. `s3:` takes the parameters `region`, `endpoint` and `pathStyle` (`true` or `false`; default `true` with ' +
      'an endpoint), and credentials as tools of AWS do: `AWS_ACCESS_KEY_ID` and so on, a profile, or the role of the machine. ' +
      'All processes of a service use the same place.',
    values: '`disk:FOLDER`, `s3://BUCKET/PREFIX?region=…&endpoint=…&pathStyle=…`, `memory:`',
    unset:
      'the folder `files` beside the SQLite file; `memory:` with `DATABASE_URL=memory:`; without a place, uploads are 503 ' +
      '`files_not_configured`',
    examples: [
      'disk:/var/lib/content-service/files',
      's3://content/files?region=eu-central-1',
      's3://content?endpoint=http://127.0.0.1:9000',
    ],
    secret: 'url',
  })
  @IsOptional()
  @Validated('fileStore', ({ FILE_STORE, FILE_STORE_ADAPTER }) =>
    FILE_STORE === undefined || FILE_STORE_ADAPTER !== undefined ? undefined : findFileStoreFault(FILE_STORE),
  )
  readonly FILE_STORE?: string;

  @Variable({
    group: 'Files',
    meaning:
      'A [file store adapter](file-store-adapter.md) that is not part of the service. It gets `FILE_STORE`, in a form of its own.',
    values: 'the name of an installed package, or a path that begins with `/`, `./` or `../`',
    unset: 'the place of `FILE_STORE`',
    examples: ['@acme/file-store-x'],
  })
  @IsOptional()
  readonly FILE_STORE_ADAPTER?: string;
}

/**
 * @param databaseUrl a place of files beside its SQLite file is the default
 * @returns `undefined` when the deployment has no place for files
 */
export function parseFileStoreOptions(
  { FILE_STORE: url, FILE_STORE_ADAPTER: module }: FileEnvironment,
  databaseUrl: string,
  variables: Variables,
): FileStoreOptions | undefined {
  if (module !== undefined) return { kind: 'adapter', module, url, environment: variables };
  if (url === undefined) return findDefault(databaseUrl);
  if (url === 'memory:') return { kind: 'memory' };
  if (url.startsWith('disk:')) return { kind: 'disk', folder: url.slice('disk:'.length) };
  return { kind: 's3', ...toS3Location(new URL(url), variables) };
}

function findDefault(databaseUrl: string): FileStoreOptions | undefined {
  if (!EMBEDDED.test(databaseUrl)) return undefined;
  return databaseUrl === 'memory:'
    ? { kind: 'memory' }
    : { kind: 'disk', folder: join(dirname(databaseUrl.slice('sqlite:'.length)), 'files') };
}

function toS3Location({ host, pathname, searchParams }: URL, variables: Variables): S3Location {
  const path = pathname.replace(/^\//, '').replace(/\/$/, '');
  const endpoint = searchParams.get('endpoint') ?? undefined;
  const { AWS_REGION, AWS_DEFAULT_REGION } = variables;
  // Other servers take any region, and the signature needs one.
  const regions = [searchParams.get('region'), AWS_REGION, AWS_DEFAULT_REGION, endpoint && 'us-east-1'];
  const region = regions.find((name) => name !== undefined && name !== null && name !== '') ?? undefined;
  const pathStyle = searchParams.get('pathStyle') ?? String(endpoint !== undefined);
  return {
    ...{ bucket: host, prefix: path === '' ? '' : `${path}/`, region, endpoint },
    pathStyle: pathStyle === 'true',
  };
}

/** @returns a sentence when no place has this form; without the value, which can have a password */
function findFileStoreFault(url: string): string | undefined {
  if (url === 'memory:' || /^disk:(?!\/\/).+$/.test(url)) return undefined;
  if (!url.startsWith('s3:') || !URL.canParse(url)) return `FILE_STORE must be ${FORMS}.`;
  return findS3Fault(new URL(url));
}

/** The rules of values of `s3:` URLs by parameter. */
const PARAMETERS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['region', (value) => /^[a-z\d-]{1,63}$/.test(value)],
  ['endpoint', isBaseUrl],
  ['pathStyle', (value) => ['true', 'false'].includes(value)],
]);

/** The names of buckets (S3 User Guide, «General purpose buckets naming rules»), and prefixes that need no escaping. */
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const PREFIX = /^(?:\/[\w-][\w.-]*)*\/?$/;

function findS3Fault(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '')
    return 'FILE_STORE has no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  if (!BUCKET.test(url.host) || !PREFIX.test(url.pathname) || url.hash !== '')
    return 'FILE_STORE must name a bucket and a prefix of letters, digits, /, ., _ and -, as in s3://content/files.';
  const wrong = [...url.searchParams].find(([name, value]) => PARAMETERS.get(name)?.(value) !== true);
  if (wrong !== undefined)
    return `FILE_STORE has the parameters region, endpoint (a URL without a path at its end) and pathStyle (true or false); '${wrong[0]}' is none of them, or has another value.`;
  return undefined;
}
