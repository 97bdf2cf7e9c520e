import { Controller, Get, Patch, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountService, PreferenceDocument, PreferenceStore } from '@content-service/accounts';
import {
  AggregateDomainError,
  isJsonObject,
  type Json,
  type JsonObject,
  type NewOf,
  prefixErrorSource,
  ProblemList,
  type VersionCondition,
} from '@content-service/kernel';
import { type Principal, SITE_SETTINGS_ADMINISTER } from '@content-service/scopes';
import {
  findListViewProblems,
  LIST_VIEW_MEMBERS,
  LIST_VIEWS,
  LIST_VIEWS_MEMBERS,
  type SharedView,
  SiteSettingsService,
} from '@content-service/site-settings';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { sendJson } from '../../protocol/send.js';
import { checkBody } from '../protocol/dto.js';
import { JsonBody } from '../protocol/json-body.js';
import { createNewDto } from '../protocol/member-dto.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { MemberInvalid } from '../protocol/management.errors.js';
import { getActorId, Precondition } from '../protocol/request.decorators.js';

const ListViewsDto = createNewDto(LIST_VIEWS_MEMBERS);
const ListViewDto = createNewDto(LIST_VIEW_MEMBERS);

/** The views of lists that the user, or the client, of the token has saved for itself. */
@Controller('manage/me/views')
@ContentManagementApi()
export class ListViewsController {
  private readonly document: PreferenceDocument;

  constructor(
    preferences: PreferenceStore,
    private readonly accounts: AccountService,
    private readonly settings: SiteSettingsService,
  ) {
    this.document = new PreferenceDocument(preferences, {
      name: LIST_VIEWS,
      label: 'The saved views',
      initial: { views: [] },
    });
  }

  @Get()
  async get(@CurrentPrincipal() principal: Principal, @Res() response: Response): Promise<void> {
    const { value, version } = await this.document.read(getActorId(principal));
    sendJson(response, { ...value, shared: await this.findShared(principal) }, { version });
  }

  @Patch()
  async replace(
    @JsonBody(ListViewsDto) { views }: NewOf<typeof LIST_VIEWS_MEMBERS>,
    @CurrentPrincipal() principal: Principal,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const value = { views: parseViews(views) };
    const { version } = await this.document.replace(getActorId(principal), value, condition);
    sendJson(response, { ...value, shared: await this.findShared(principal) }, { version });
  }

  /** The shared views that are for the caller; for administrators all, since they change them. */
  private async findShared(principal: Principal): Promise<readonly SharedView[]> {
    const { sharedViews } = this.settings.current();
    if (sharedViews.length === 0 || principal.scopes.has(SITE_SETTINGS_ADMINISTER)) return sharedViews;
    const role = principal.kind === 'user' ? (await this.accounts.find(principal.userId))?.role : undefined;
    return sharedViews.filter((view) => view.role === undefined || view.role === role);
  }
}

/** @throws MemberInvalid for every fault (as `AggregateDomainError` when there are several) */
function parseViews(views: readonly Json[]): readonly JsonObject[] {
  const names = new Set<string>();
  const problems = new ProblemList();
  const parsed = views.flatMap((view, index) => {
    const pointer = `/views/${index}`;
    if (!isJsonObject(view)) {
      problems.add(() => new MemberInvalid(pointer, 'A view must be an object.'));
      return [];
    }
    const checked = checkBody(ListViewDto, view);
    for (const problem of checked.problems.kept) problems.add(() => prefixErrorSource(pointer, problem));
    for (const problem of findListViewProblems(checked.given, names))
      problems.add(() => new MemberInvalid(pointer + problem.pointer, problem.message, problem.rule));
    const { name, resourceType, search } = checked.dto;
    return [{ name, resourceType, search }];
  });
  AggregateDomainError.throwIfAny(problems);
  return parsed;
}
