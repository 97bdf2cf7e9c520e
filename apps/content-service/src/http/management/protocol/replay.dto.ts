import { BROKER_REPLAY_MEMBERS } from '@content-service/events';
import { WEBHOOK_REPLAY_MEMBERS } from '@content-service/webhooks';
import { createNewDto } from './member-dto.js';

export const NewReplayDto = createNewDto(WEBHOOK_REPLAY_MEMBERS);
export const NewBrokerReplayDto = createNewDto(BROKER_REPLAY_MEMBERS);
