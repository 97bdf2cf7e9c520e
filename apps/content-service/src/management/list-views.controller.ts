import { Controller, Get, Patch, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ArrayMaxSize, IsArray, IsObject, IsString, Length } from 'class-validator';
import { type Preference, PreferenceStore } from '@content-service/accounts';
import {
  type JsonObject,
  type Json,
  isJsonObject,
  prefixErrorSource,
  updateWithOptimisticLock,
  type VersionCondition,
} from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { CurrentPrincipal } from '../access/access-guards.js';
import { sendJson } from '../http/send.js';
import { parseDto } from './dto.js';
import { JsonBody } from './json-body.js';
import { ContentManagementApi } from './management-guards.js';
import { MemberInvalid } from './management.errors.js';
import { getActorId, Precondition } from './request.decorators.js';

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

/** @throws MemberInvalid with a pointer to the first fault */
function parseViews(views: readonly Json[]): readonly JsonObject[] {
  const names = new Set<string>();
  return views.map((view, index) => {
    const pointer = `/views/${index}`;
    if (!isJsonObject(view)) throw new MemberInvalid(pointer, 'A view must be an object.');
    const { name, resourceType, search } = parseView(view, pointer);
    if (JSON.stringify(search).length > SEARCH_LENGTH_MAXIMUM)
      throw new MemberInvalid(
        `${pointer}/search`,
        `search may have at most ${SEARCH_LENGTH_MAXIMUM} characters.`,
        { maxLength: SEARCH_LENGTH_MAXIMUM },
      );
    const key = JSON.stringify([resourceType, name]);
    if (names.has(key))
      throw new MemberInvalid(`${pointer}/name`, `There are two views '${name}' of ${resourceType}.`, {
        uniqueItems: true,
      });
    names.add(key);
    return { name, resourceType, search };
  });
}

function parseView(view: JsonObject, pointer: string): ListViewDto {
  try {
    return parseDto(ListViewDto, view);
  } catch (error) {
    throw prefixErrorSource(pointer, error);
  }
}

function sendViews(response: Response, { value, version }: Preference): void {
  sendJson(response, value, { version });
}
