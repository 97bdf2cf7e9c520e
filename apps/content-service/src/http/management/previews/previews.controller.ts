import { Controller, Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  type Entry,
  EntryStore,
  formatPreviewPath,
  formatPreviewVersion,
  getLangcode,
  getPathAlias,
  PreviewSigner,
  type PreviewToken,
} from '@content-service/entries';
import { formatDateTime, isUuid } from '@content-service/kernel';
import { SiteSettingsService } from '@content-service/site-settings';
import { sendJson } from '../../protocol/send.js';
import { JsonBody } from '../protocol/json-body.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { MemberInvalid } from '../protocol/management.errors.js';
import { createNewDto } from '../protocol/member-dto.js';
import { type NewPreview, PREVIEW_MEMBERS } from './preview-members.js';

const NewPreviewDto = createNewDto(PREVIEW_MEMBERS);

/** Links that show one entry on a site as its editors see it, for 15 minutes and without a token that sees all. */
@Controller('manage')
@ContentManagementApi()
export class PreviewsController {
  constructor(
    private readonly entries: EntryStore,
    private readonly settings: SiteSettingsService,
    private readonly signer: PreviewSigner,
  ) {}

  /** The sites of the setting `previewSites`, for editors, who may not read settings. */
  @Get('preview-sites')
  listSites(@Res() response: Response): void {
    sendJson(response, { items: this.settings.current().previewSites });
  }

  /** @throws MemberInvalid */
  @Post('previews')
  async create(@JsonBody(NewPreviewDto) preview: NewPreview, @Res() response: Response): Promise<void> {
    const url = this.getSiteUrl(preview.site);
    const entry = await this.getEntry(preview);
    const token = this.signer.signEntry(entry);
    const resourceVersion = formatPreviewVersion(token);
    const { timestamp, secret, path } = this.signer.signLink(
      toSitePath(entry, token),
      resourceVersion,
      token,
    );
    const langcode = getLangcode(entry);
    // The parameters of the module next of Drupal, which its clients expect.
    const parameters = {
      ...{ path, timestamp: String(timestamp), secret, resourceVersion },
      ...{ plugin: 'simple_oauth', locale: langcode, defaultLocale: langcode },
    };
    const link = `${url}?${new URLSearchParams(parameters).toString()}`;
    const expiresAt = formatDateTime(token.expiresAt);
    sendJson(response, { url: link, resourceVersion, expiresAt }, { isSecret: true });
  }

  private getSiteUrl(label: string): string {
    const { previewSites } = this.settings.current();
    const site = previewSites.find((candidate) => candidate.label === label);
    if (site !== undefined) return site.url;
    const known = previewSites.map((candidate) => `'${candidate.label}'`).join(', ');
    throw new MemberInvalid(
      '/site',
      `The setting previewSites has no site with this label. ${known === '' ? 'It has none.' : `Its labels: ${known}.`}`,
    );
  }

  private async getEntry({ type, id, langcode }: NewPreview): Promise<Entry> {
    const entry = isUuid(id) ? (await this.entries.getMany([id])).get(id) : undefined;
    if (entry === undefined || entry.type !== type)
      throw new MemberInvalid('/id', `There is no entry of the type '${type}' with this id.`);
    if (langcode !== undefined && langcode !== getLangcode(entry))
      throw new MemberInvalid('/langcode', `The language of this entry is '${getLangcode(entry)}'.`);
    return entry;
  }
}

/** The path where a site finds the entry, percent-encoded: its alias once it is published, else one that the token opens. */
function toSitePath(entry: Entry, token: PreviewToken): string {
  const alias = entry.published ? getPathAlias(entry)?.alias : undefined;
  return alias === undefined
    ? formatPreviewPath(entry.id, token)
    : alias.split('/').map(encodeURIComponent).join('/');
}
