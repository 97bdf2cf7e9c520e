import { Controller, Get, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { buildFilePath, canSee } from '@content-service/entries';
import {
  DerivativeMaker,
  type DerivedPicture,
  describePicture,
  fileKey,
  type OriginalImage,
} from '@content-service/files';
import { isUuid } from '@content-service/kernel';
import { type ImageStyle, SiteSettingsService } from '@content-service/site-settings';
import { Config } from '../../platform/config/config.js';
import { BearerGuard, getPrincipal } from '../access/access-guards.js';
import { UnauthorizedFilter } from '../content-api/error.filter.js';
import { RouteNotFound } from '../protocol/http.errors.js';
import { FileResponses } from './file-response.js';
import { type ServedFile, ServedFileCache } from './served-file-cache.js';

interface PictureOfFile extends ServedFile {
  readonly image: OriginalImage;
  readonly picture: DerivedPicture;
}

/** The parameters of the address of a picture. */
type PictureAddress = Readonly<Record<'id' | 'style' | 'version' | 'name', string>>;

/**
 * The bytes of files, and the pictures that are made from images. A published file needs no token, whatever the setting Public
 * access says, since browsers send none for pictures; any other file is hidden without a token that may see it.
 */
@Controller('files')
@UseGuards(BearerGuard)
@UseFilters(UnauthorizedFilter)
export class FilesController {
  constructor(
    private readonly files: ServedFileCache,
    private readonly derivatives: DerivativeMaker,
    private readonly settings: SiteSettingsService,
    private readonly responses: FileResponses,
    private readonly config: Config,
  ) {}

  /** @throws RouteNotFound, RangeNotSatisfiable, DocumentChanged, FileStoreUnavailable */
  @Get(':id/:name')
  async get(
    @Param('id') id: string,
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.find(id, request);
    if (name !== file.name) {
      response.redirect(301, this.config.baseUrl + buildFilePath(file.id, file.name));
      return;
    }
    const object = {
      ...file,
      etag: `"${file.checksum}"`,
      key: fileKey(file.id),
      findBytes: () => Promise.resolve(file.bytes),
    };
    await this.responses.send(object, request, response);
  }

  /**
   * A picture of an image style, which is made when it is asked for the first time. A former version and another name lead to the
   * present ones.
   *
   * @throws RouteNotFound, RangeNotSatisfiable, DocumentChanged, ImagesBusy, ImageUnreadable, FileStoreFull, FileStoreUnavailable
   */
  @Get(':id/:style/:version/:name')
  async getPicture(
    @Param() address: PictureAddress,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const style = this.settings.current().imageStyles.find(({ name }) => name === address.style);
    if (style === undefined) throw new RouteNotFound();
    let file = await this.findPicture(address.id, style, request);
    if (!isAt(file.picture, address)) {
      // The file may have changed since it was kept.
      this.files.forget(file.id);
      file = await this.findPicture(address.id, style, request);
    }
    const { image, picture, checksum } = file;
    if (!isAt(picture, address)) {
      // A later change of the focal point can make this address the present one again.
      response.setHeader('Cache-Control', 'no-cache').redirect(301, this.config.baseUrl + picture.path);
      return;
    }
    const object = {
      ...file,
      ...picture,
      etag: `"${checksum}-${picture.version}"`,
      findBytes: () => this.derivatives.obtain(image, picture),
    };
    await this.responses.send(object, request, response);
  }

  private async findPicture(id: string, style: ImageStyle, request: Request): Promise<PictureOfFile> {
    const file = await this.find(id, request);
    const { image } = file;
    if (image === undefined) throw new RouteNotFound();
    return { ...file, image, picture: describePicture(image, style) };
  }

  /** @throws RouteNotFound also for a file that the principal may not see, so that nobody learns of it */
  private async find(id: string, request: Request): Promise<ServedFile> {
    const file = isUuid(id) ? await this.files.find(id) : undefined;
    if (file === undefined || !canSee(getPrincipal(request), file)) throw new RouteNotFound();
    return file;
  }
}

function isAt({ version, name }: DerivedPicture, address: PictureAddress): boolean {
  return address.version === version && address.name === name;
}
