import { Controller, Get, Patch, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ArrayMaxSize, IsArray, IsObject, IsString, Length } from 'class-validator';
import { type Preference, PreferenceStore } from '@content-service/accounts';
import {
  type JsonObject,
  type Json,
  AggregateDomainError,
  isJsonObject,
  ProblemList,
  prefixErrorSource,
  updateWithOptimisticLock,
  type VersionCondition,
} from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { sendJson } from '../../protocol/send.js';
import { checkBody } from '../protocol/dto.js';
import { JsonBody } from '../protocol/json-body.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { MemberInvalid } from '../protocol/management.errors.js';
import { getActorId, Precondition } from '../protocol/request.decorators.js';

export const VIEWS_MAXIMUM = 50;
export const VIEW_NAME_LENGTH_MAXIMUM = 60;
/** The longest name of a resource type. */
export const RESOURCE_TYPE_LENGTH_MAXIMUM = 128;
/** Characters of the search of one view as JSON. */
export const SEARCH_LENGTH_MAXIMUM = 4000;

const NAME = 'list-views';

class ListViewsDto {
  @IsArray() @ArrayMaxSize(VIEWS_MAXIMUM) readonly views: readonly Json[];
}

class ListViewDto {
  @IsString() @Length(1, VIEW_NAME_LENGTH_MAXIMUM) readonly name: string;
  @IsString() @Length(1, RESOURCE_TYPE_LENGTH_MAXIMUM) readonly resourceType: string;
  @IsObject() readonly search: JsonObject;
}

/** The views of lists that the user, or the client, of the token has saved for itself. */
@Controller('manage/me/views')
@ContentManagementApi()
export class ListViewsController {
  constructor(private readonly preferences: PreferenceStore) {}

  @Get()
  async get(@CurrentPrincipal() principal: Principal, @Res() response: Response): Promise<void> {
    sendViews(response, await this.read(getActorId(principal)));
  }

  @Patch()
  async replace(
    @JsonBody(ListViewsDto) { views }: ListViewsDto,
    @CurrentPrincipal() principal: Principal,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const value = { views: parseViews(views) };
    const owner = getActorId(principal);
    const { after } = await updateWithOptimisticLock(
      {
        label: 'The saved views',
        read: () => this.read(owner),
        store: (preference: Preference, expected) => this.preferences.save(preference, expected),
      },
      condition,
      (present) => ({ ...present, value }),
    );
    sendViews(response, after);
  }

  /** The version 0 stands for views that were never saved. */
  private async read(owner: string): Promise<Preference> {
    return (
      (await this.preferences.find(owner, NAME)) ?? { owner, name: NAME, value: { views: [] }, version: 0 }
    );
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
    for (const problem of [...checked.problems.kept, ...findViewProblems(checked.given, names)])
      problems.add(() => prefixErrorSource(pointer, problem));
    const { name, resourceType, search } = checked.dto;
    return [{ name, resourceType, search }];
  });
  AggregateDomainError.throwIfAny(problems);
  return parsed;
}

/** @param names of the views before, to which that of this view is added */
function* findViewProblems(
  { name, resourceType, search }: Partial<ListViewDto>,
  names: Set<string>,
): Generator<MemberInvalid> {
  if (search !== undefined && JSON.stringify(search).length > SEARCH_LENGTH_MAXIMUM)
    yield new MemberInvalid('/search', `search may have at most ${SEARCH_LENGTH_MAXIMUM} characters.`, {
      maxLength: SEARCH_LENGTH_MAXIMUM,
    });
  if (name === undefined || resourceType === undefined) return;
  const key = JSON.stringify([resourceType, name]);
  if (names.has(key))
    yield new MemberInvalid('/name', `There are two views '${name}' of ${resourceType}.`, {
      uniqueItems: true,
    });
  names.add(key);
}

function sendViews(response: Response, { value, version }: Preference): void {
  sendJson(response, value, { version });
}
