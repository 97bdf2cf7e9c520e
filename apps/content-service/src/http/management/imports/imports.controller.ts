import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isMediaTypeInUtf8, parseContentType, UnsupportedMediaType } from '@content-service/jsonapi';
import { type Job, JobService, SpoolStore } from '@content-service/jobs';
import { Clock, IdGenerator } from '@content-service/kernel';
import type { ActorContext, Principal, ScopeSet } from '@content-service/scopes';
import { Storage, UpgradeRunning } from '@content-service/storage';
import { createSiteImportJob, SITE_IMPORT_KIND } from '@content-service/transfer/site-package';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { Config } from '../../../platform/config/config.js';
import { BodyTooLarge } from '../../protocol/http.errors.js';
import { sendJson } from '../../protocol/send.js';
import { OpenRequestRegistry } from '../../../platform/load/open-request-registry.js';
import { ImportUploads, type UploadPlace } from './import-uploads.js';
import { uploadSitePackage } from './upload-site-package.js';
import { CONTENT_MODEL_SCOPES } from '../protocol/bundle-scopes.js';
import { sendJob, serializeJob } from '../protocol/send-job.js';
import { ContentModelManagementApi, RequireAnyScope } from '../protocol/management-guards.js';
import { CurrentActor, getActorId } from '../protocol/request.decorators.js';

/** Media types of site packages, whose lines are JSON. */
export const IMPORT_MEDIA_TYPES = ['application/x-ndjson', 'application/jsonl', 'application/json'] as const;

/** An import that ends in this time is answered by its result. */
const WAIT_MS = 1000;

/** Imports of site packages, each a background job. */
@Controller('manage/imports')
@ContentModelManagementApi()
export class ImportsController {
  constructor(
    private readonly jobs: JobService,
    private readonly spools: SpoolStore,
    private readonly storage: Storage,
    private readonly open: OpenRequestRegistry,
    private readonly uploads: ImportUploads,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Each line needs a scope by its kind; see `ImportRules`. */
  @Post()
  @RequireAnyScope(CONTENT_MODEL_SCOPES)
  async create(
    @Req() request: Request,
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    assertAcceptable(request, this.config.importLimitBytes);
    UpgradeRunning.throwIfRunning(await this.storage.schemaStatus());
    await this.jobs.assertNoneUnfinished(SITE_IMPORT_KIND);
    const isAdministrator = principal.scopes.has('site_settings:administer');
    const queued = await this.uploads.run({ id: getActorId(principal), isAdministrator }, (place) => {
      this.open.allowLongBody(response);
      return this.upload(request, place, { scopes: principal.scopes, actorContext });
    });
    const ended = await this.jobs.wait(queued.id, WAIT_MS);
    if (ended.state === 'succeeded') sendJson(response, serializeJob(ended), { version: ended.version });
    else sendJob(response, ended, this.config);
  }

  /** Stores the package and queues its import. */
  private async upload(
    request: Request,
    place: UploadPlace,
    { scopes, actorContext }: { readonly scopes: ScopeSet; readonly actorContext: ActorContext },
  ): Promise<Job> {
    const { spools, clock, ids, config } = this;
    const upload = ids.next();
    const maximumBytes = config.importLimitBytes;
    const lines = await uploadSitePackage(request, upload, { spools, clock, maximumBytes, ...place });
    const job = createSiteImportJob({ upload, lines, scopes }, ids);
    return this.jobs.request(job, actorContext).catch(async (error: unknown) => {
      await spools.delete(upload);
      throw error;
    });
  }
}

/** @throws UnsupportedMediaType, BodyTooLarge before anything of the body is read */
function assertAcceptable({ headers }: Request, maximumBytes: number): void {
  const contentType = parseContentType(headers['content-type']);
  const isKnown = IMPORT_MEDIA_TYPES.some((type) => isMediaTypeInUtf8(type, contentType));
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (!isKnown || !isPlain) {
    const expected = `${IMPORT_MEDIA_TYPES.map((type) => `'${type}'`).join(', ')} without Content-Encoding`;
    throw UnsupportedMediaType.create(expected, headers['content-type']);
  }
  if (Number(headers['content-length'] ?? 0) > maximumBytes) throw new BodyTooLarge(maximumBytes);
}
