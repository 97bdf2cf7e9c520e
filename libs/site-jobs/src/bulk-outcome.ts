import { type ContentModelService, getStatusField } from '@content-service/bundles';
import type { DomainError, JsonObject, Uuid } from '@content-service/kernel';
import type { BulkAction } from './bulk-action.js';

/** The numbers of entries so far; also the result of the job. */
export interface Outcome {
  readonly changed: number;
  /** Entries that were so already. */
  readonly unchanged: number;
  /** Entries that a rule refused. */
  readonly failed: number;
  /** The first of them. */
  readonly failures: readonly { readonly id: Uuid; readonly code: string; readonly detail: string }[];
}

/** Refused entries that the result names; more are counted. */
const FAILURES_SHOWN = 20;

/** Characters of a message in the result. */
const DETAIL_MAXIMUM = 500;

/** The state that an action leads to; entries that have it are left as they are. */
export const WANTED: Readonly<Record<BulkAction, boolean | undefined>> = {
  publish: true,
  unpublish: false,
  delete: undefined,
  update: undefined,
};

/** The field with the publication state of entries of a type. */
export function findStatusField(resourceType: string, models: ContentModelService): string {
  const type = models.current().find(resourceType);
  return type === undefined ? 'status' : getStatusField(type.entityType);
}

export function toResult({ changed, unchanged, failed, failures }: Outcome): JsonObject {
  return { changed, unchanged, failed, failures: failures.map((failure) => ({ ...failure })) };
}

/** The numbers with further refused entries. */
export function addFailures(before: Outcome, failures: Outcome['failures']): Outcome {
  return {
    ...before,
    failed: before.failed + failures.length,
    failures: [...before.failures, ...failures].slice(0, FAILURES_SHOWN),
  };
}

export function toFailure(id: Uuid, { code, message }: DomainError): Outcome['failures'][number] {
  return { id, code, detail: message.slice(0, DETAIL_MAXIMUM) };
}
