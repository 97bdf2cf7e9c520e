export {
  type UpdateResult,
  updateWithOptimisticLock,
  ResourceWriteContended,
  ResourcePreconditionFailed,
  assertVersion,
  type VersionCondition,
  type VersionedResource,
} from './optimistic-update.js';
export { ConcurrencyLimiter } from './concurrency-limiter.js';
export { decodeText, EncodedText, NotText, readTextLines } from './encoded-text.js';
export { replaceFileAtomically, writeFileAtomically } from './write-file.js';
export { parseWholeNumber } from './whole-number.js';
export { formatCauses } from './format-causes.js';
export {
  Clock,
  FakeClock,
  formatDateTime,
  parseDate,
  parseDateTime,
  SystemClock,
  withinSupportedRange,
} from './time.js';
export {
  AggregateDomainError,
  DomainError,
  escapePointerToken,
  isStorageFull,
  prefixErrorSource,
  PROBLEMS_MAXIMUM,
  ProblemList,
  shortenErrorText,
  toShownError,
  type ErrorDetails,
  type ErrorSource,
  type ShownError,
} from './domain-error.js';
export {
  equalsInConstantTime,
  findExcessiveNesting,
  formatUuid,
  formatUuidHex,
  generateSecret,
  getOwn,
  groupBy,
  IdGenerator,
  isJsonObject,
  isStorable,
  isUuid,
  type Json,
  type JsonObject,
  NESTING_MAXIMUM,
  parseUuid,
  sha256,
  type Uuid,
  UuidV7Generator,
  LABEL_RULE,
  STORABLE_TEXT_RULE,
  validateLabel,
} from './values.js';
export {
  type ChangeOf,
  type DefaultsOf,
  findMemberProblems,
  getDefaults,
  type MemberProblem,
  type MemberRule,
  type MemberRules,
  type MembersOf,
  type NewOf,
  pickGiven,
  pickMembers,
  type ValueOf,
  type ValueRule,
} from './member-rule.js';
export { GRACE_SECONDS_RULE } from './common-rules.js';
export { isProcessRunning } from './process-running.js';
export { provide } from './provide.js';
export { type LeasedProgress, NO_MONITOR, type Progress, type ProgressMonitor } from './progress.js';
export { deriveKey } from './derive-key.js';
export { type KeySecrets, KeySecretMismatch, Sealer } from './sealing.js';
