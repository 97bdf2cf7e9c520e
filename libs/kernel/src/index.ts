export {
  type Changed,
  changeVersioned,
  Contended,
  Outdated,
  requireVersion,
  type Versioned,
} from './change-versioned.js';
export { Clock, SystemClock, TurnedClock } from './clock.js';
export { DomainError, Problems, type ErrorDetails, type FaultPlace } from './domain-error.js';
export {
  equalInConstantTime,
  formatUuid,
  IdGenerator,
  isUuid,
  newSecret,
  sha256,
  type Uuid,
  uuidBytes,
  UuidV7Generator,
} from './identifiers.js';
export { formatDateTime, inDateRange, secondsOfDateTime, secondsOfDay } from './moment.js';
export { isJsonObject, type Json, type JsonObject } from './json.js';
export { isStorable, labelFault } from './label.js';
