import { AUDIT_ACTIONS, type AuditAction } from './audit-action.js';

type Definitions = typeof AUDIT_ACTIONS;

/** An action whose audit lines are recorded as events as well. */
export type EmittingAuditAction = {
  [Action in AuditAction]: Definitions[Action] extends { readonly emits: true | string } ? Action : never;
}[AuditAction];

/** The type of the events of an action: its name, unless its row has another one. */
type EmittedType<Action extends EmittingAuditAction> = Definitions[Action]['emits'] extends true
  ? Action
  : Definitions[Action]['emits'];

/** The types of all events that audit lines are recorded as. */
export type EmittedEventType = { [Action in EmittingAuditAction]: EmittedType<Action> }[EmittingAuditAction];

/** A type of events and the action of the audit lines that are recorded as such. */
export interface EmittedEvent {
  readonly type: EmittedEventType;
  readonly action: EmittingAuditAction;
  /** The kind of object that the action is about. */
  readonly subject: string;
}

export const EMITTED_EVENTS: readonly EmittedEvent[] = Object.entries(AUDIT_ACTIONS).flatMap(
  ([action, definition]) => {
    if (!('emits' in definition)) return [];
    const type = definition.emits === true ? action : definition.emits;
    return [{ type, action, subject: definition.subject } as EmittedEvent];
  },
);

const BY_ACTION: ReadonlyMap<string, EmittedEvent> = new Map(
  EMITTED_EVENTS.map((emitted) => [emitted.action, emitted]),
);

/** The event that the audit lines of an action are recorded as; `undefined` when they are none. */
export function findEmittedEvent(action: string): EmittedEvent | undefined {
  return BY_ACTION.get(action);
}
