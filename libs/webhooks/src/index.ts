export {
  findPublicKey,
  generateWebhookSecret,
  SIGNATURE_SCHEMES,
  type SignatureScheme,
  type SignedMessage,
  signWebhook,
  toMessageId,
  type WebhookSecrets,
} from './signature.js';
export {
  DEFAULT_RETRY_SCHEDULE,
  findNextAttempt,
  getLongestSeconds,
  parseRetrySchedule,
  RETRY_SCHEDULE_RULE,
  type RetrySchedule,
} from './retry-schedule.js';
export { type AttemptRate, countAttemptsBegun, countFreeAttempts } from './attempt-rate.js';
export { type AttemptOutcome, classifyResponse, type WebhookResponse } from './attempt-outcome.js';
export {
  type Circuit,
  type CircuitState,
  CLOSED_CIRCUIT,
  getCircuitState,
  hasFailedTooLong,
  recordFailure,
  startProbe,
} from './circuit.js';
export { isAllowedAddress, isNetwork, validateWebhookUrl, type WebhookUrlPolicy } from './webhook-url.js';
export {
  type BodyOptions,
  computeBodyDigest,
  type SentHeader,
  type SentRequest,
  type ShownRequest,
} from './sent-request.js';
export { type WebhookRequest, WebhookSender } from './webhook-sender.js';
export {
  decideDisclosure,
  type DisabledReason,
  type Disclosure,
  isSelected,
  type WebhookEndpoint,
} from './webhook-endpoint.js';
export {
  CHANGED_WEBHOOK_MEMBERS,
  NEW_WEBHOOK_MEMBERS,
  WEBHOOK_MEMBERS,
  WEBHOOK_ROTATION_MEMBERS,
  WEBHOOK_SIGNATURE,
  type WebhookChange,
  type WebhookDefinition,
  type WebhookHeaders,
  type WebhookVisibility,
} from './webhook-members.js';
export { WebhookSecretSealer } from './webhook-secrets.js';
export { WebhookEndpointStore } from './webhook-endpoint.store.js';
export {
  createDelivery,
  DELIVERY_STATES,
  type DeliveryAttempt,
  formatAnswer,
  type DeliveryState,
  followsDelivery,
  isUnfinished,
  hastenDelivery,
  restartDelivery,
  type ShownAttempt,
  type SkipReason,
  type WebhookDelivery,
} from './webhook-delivery.js';
export {
  applyResults,
  type CircuitChange,
  type ClaimedDelivery,
  type DeliveryClaim,
  type DeliveryCounts,
  type DeliveryExchange,
  type DeliveryFilter,
  type DeliveryLease,
  type DeliveryPage,
  type DeliveryReport,
  type DeliveryResult,
  finishDelivery,
  isLastAttempt,
  type ReplayDelivery,
  WebhookDeliveryStore,
} from './webhook-delivery.store.js';
export {
  type DeliveryContext,
  attemptDelivery,
  sendMessage,
  type WebhookMessage,
} from './webhook-delivery-attempt.js';
export { WebhookDeliveryService } from './webhook-delivery.service.js';
export { type EventGap, WEBHOOK_CONSUMER, WebhookFanOut } from './webhook-fan-out.js';
export { WebhookDispatcher, type WebhookDispatcherOptions } from './webhook-dispatcher.js';
export {
  findReplayProblems,
  type ReplayRange,
  type ReplayRequest,
  WEBHOOK_REPLAY_MEMBERS,
  WebhookReplayer,
} from './webhook-replayer.js';
export { WebhookDisabled } from './webhook.errors.js';
export {
  type IssuedWebhookSecret,
  type WebhookCredentials,
  WebhookService,
  type WebhookServiceOptions,
} from './webhook.service.js';
export { deleteDeliveries, DeleteDeliveriesJob } from './delete-deliveries.job.js';
export { WebhookReplayJob } from './webhook-replay.job.js';
export { WebhookReplayService } from './webhook-replay.service.js';
