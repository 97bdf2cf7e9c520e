import {
  absentValue,
  type ContentModel,
  type Field,
  NOW,
  type ResourceType,
  type TextFormatter,
} from '@content-service/bundles';
import type { DomainError, Json, JsonObject, Uuid } from '@content-service/kernel';
import { checkAttributes } from './attribute-values.js';
import type { Attributes, Entry, Relationships } from './entry.js';
import { checkRelationships, type NamedTarget } from './linkage-values.js';
import { missingValues } from './missing-values.js';

/** The members of a request body that say what an entry shall be; nothing in it is checked yet. */
export interface EntryDraft {
  /** As the client brought it; a lower-case UUID already. */
  readonly id?: Uuid;
  // Absent when the body has no such member: what is missing is then reported at the resource itself.
  readonly attributes?: JsonObject | undefined;
  /** Relationship objects by field: `{data: …}` when they are well made. */
  readonly relationships?: JsonObject | undefined;
}

export interface DraftContext {
  readonly type: ResourceType;
  readonly model: ContentModel;
  readonly formatter: TextFormatter;
  /** RFC 3339; what `created` and `changed` are set to. */
  readonly now: string;
  /** Whether read-only fields may be set (an import does). */
  readonly keepsReadOnly?: boolean;
}

/** What a draft makes of an entry. It may be stored when there is no problem and the targets exist. */
export interface CheckedDraft {
  readonly attributes: Attributes;
  readonly relationships: Relationships;
  readonly targets: readonly NamedTarget[];
  readonly problems: readonly DomainError[];
}

/** Checks a draft of a new entry (`previous` absent) or of a change to `previous`. All problems are found at once. */
export function checkDraft(
  draft: EntryDraft,
  previous: Entry | undefined,
  context: DraftContext,
): CheckedDraft {
  const { type, model, formatter, keepsReadOnly = false } = context;
  const before = previous?.attributes ?? initialAttributes(context);
  const { attributes, problems } = checkAttributes(draft.attributes, before, type, formatter, keepsReadOnly);
  const linked = checkRelationships(draft.relationships ?? {}, previous?.relationships ?? {}, type, model);
  const values = { attributes, relationships: linked.relationships };
  const faults = [...problems, ...linked.problems];
  return {
    attributes:
      previous === undefined || keepsReadOnly ? attributes : { ...attributes, ...changedNow(context) },
    relationships: linked.relationships,
    targets: linked.targets,
    problems: [...faults, ...missingValues(fieldsInNeed(draft, previous, type), draft, values, faults)],
  };
}

/** A change answers for what it names only: a value can be missing since its target was deleted or its field required. */
function fieldsInNeed(draft: EntryDraft, previous: Entry | undefined, { fields }: ResourceType): Field[] {
  const named = { ...draft.attributes, ...draft.relationships };
  return [...fields.values()].filter(({ name }) => previous === undefined || Object.hasOwn(named, name));
}

/** What a new entry has when nothing is said. */
function initialAttributes({ type, now }: DraftContext): Attributes {
  const initial = (field: Field): Json =>
    field.initial === NOW ? now : (field.initial ?? absentValue(field));
  return Object.fromEntries(type.attributes.map((field) => [field.name, initial(field)]));
}

function changedNow({ type, now }: DraftContext): Attributes {
  return type.fields.has('changed') ? { changed: now } : {};
}
