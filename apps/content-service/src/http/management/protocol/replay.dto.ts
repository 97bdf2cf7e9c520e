import { ArrayNotEmpty, ArrayUnique, IsArray, IsBoolean, IsString, Matches } from 'class-validator';
import { REPLAYED_STATES, type ReplayRequest } from '@content-service/webhooks';
import { type BrokerReplayRequest, EVENT_TYPE_NAMES, type EventType } from '@content-service/events';
import { OneOf, Optional } from './dto.js';

/** The events to be sent again; omitted members do not restrict them. */
abstract class ReplayDto {
  @IsString() readonly from: string;
  @Optional() @IsString() readonly until?: string;
  @Optional()
  @IsArray()
  @ArrayUnique()
  @ArrayNotEmpty()
  @OneOf(EVENT_TYPE_NAMES, { each: true })
  readonly types?: readonly EventType[];
  /** Only counts the events. */
  @Optional() @IsBoolean() readonly dryRun?: boolean;
}

export class NewReplayDto extends ReplayDto implements ReplayRequest {
  @Optional()
  @IsArray()
  @ArrayUnique()
  @ArrayNotEmpty()
  @IsString({ each: true })
  readonly resourceTypes?: readonly string[];
  @Optional()
  @IsArray()
  @ArrayUnique()
  @ArrayNotEmpty()
  @OneOf(REPLAYED_STATES, { each: true })
  readonly states?: readonly (typeof REPLAYED_STATES)[number][];
}

export class NewBrokerReplayDto extends ReplayDto implements BrokerReplayRequest {
  @Optional()
  @IsArray()
  @ArrayUnique()
  @ArrayNotEmpty()
  @Matches(/^[a-z][a-z0-9_]{0,63}--[a-z][a-z0-9_]{0,63}$/, {
    each: true,
    message: 'resourceTypes must be names of resource types such as node--article',
    context: { format: 'resource-type' },
  })
  readonly resourceTypes?: readonly string[];
}
