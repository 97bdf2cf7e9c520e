import type { AuditContext, AuditEvent, AuditTrail } from '@content-service/audit';
import { LABEL_RULE, type UpdateResult } from '@content-service/kernel';
import { UserFieldInvalid } from './account.errors.js';
import { findPasswordFault, type PasswordRules } from './password.js';
import type { Role } from './role.js';
import { type Account, validateDisplayName, USER_NAME_RULE, validateUserName, toNameKey } from './user.js';

/** The members of a new user. */
export interface NewUser {
  readonly name: string;
  readonly password: string;
  /** The name of a role. */
  readonly role: string;
  /** What others see; `User` and the end of the id when absent, as login names are not published. */
  readonly displayName?: string;
  /** Whether the user must set another password at the first sign-in (OWASP ASVS 5, 6.4.1); false when absent. */
  readonly passwordChangeRequired?: boolean;
}

/** The members of a change; absent ones stay as they are. */
export interface UserChange extends Partial<NewUser> {
  readonly enabled?: boolean;
}

/**
 * Every fault of the changes, each with a pointer to it.
 *
 * @param name the user's name after the change
 * @param otherRoles all roles, when there is none with the name of the new role
 */
export function validateUserChange(
  changes: UserChange,
  name: string,
  otherRoles: readonly Role[] | undefined,
  rules: PasswordRules,
): UserFieldInvalid[] {
  const { displayName, password, role } = changes;
  const nameFault = changes.name === undefined ? undefined : validateUserName(changes.name);
  const displayNameFault = displayName === undefined ? undefined : validateDisplayName(displayName);
  const passwordFault = password === undefined ? undefined : findPasswordFault(password, name, rules);
  const roleFault =
    role === undefined || otherRoles === undefined ? undefined : formatUnknownRole(role, otherRoles);
  const faults = [
    ['/name', nameFault, USER_NAME_RULE],
    ['/displayName', displayNameFault, LABEL_RULE],
    ['/password', passwordFault?.message, passwordFault?.rule],
    ['/role', roleFault, { format: 'role' }],
  ] as const;
  return faults.flatMap(([pointer, fault, rule]) =>
    fault === undefined ? [] : [new UserFieldInvalid(pointer, fault, rule)],
  );
}

/** @param passwordHash of the new password, if there is one */
export function applyUserChange(current: Account, changes: UserChange, passwordHash?: string): Account {
  const name = changes.name ?? current.name;
  const role = changes.role ?? current.role;
  const enabled = changes.enabled ?? current.enabled;
  const endsAccess = passwordHash !== undefined || role !== current.role || (current.enabled && !enabled);
  const { passwordChangeRequired: present, ...kept } = current;
  const isRequired = passwordHash === undefined ? present : changes.passwordChangeRequired;
  return {
    ...kept,
    ...(isRequired === true ? { passwordChangeRequired: true } : {}),
    name,
    nameKey: toNameKey(name),
    role,
    enabled,
    passwordHash: passwordHash ?? current.passwordHash,
    accessEpoch: current.accessEpoch + (endsAccess ? 1 : 0),
  };
}

/** One audit event for each thing that is different. */
export function createUserEvents(
  trail: AuditTrail,
  { before, after }: UpdateResult<Account>,
  { displayName }: UserChange,
  actorContext: AuditContext,
): readonly AuditEvent[] {
  const { id } = after;
  const events: AuditEvent[] = [];
  if (after.name !== before.name || displayName !== undefined) {
    const details = { previousName: before.name, name: after.name, displayName };
    events.push(trail.createEvent('user.renamed', actorContext, id, details));
  }
  if (after.role !== before.role)
    events.push(
      trail.createEvent('user.role_assigned', actorContext, id, {
        previousRole: before.role,
        role: after.role,
      }),
    );
  if (after.passwordHash !== before.passwordHash)
    events.push(trail.createEvent('user.password_changed', actorContext, id, {}));
  if (after.enabled !== before.enabled)
    events.push(trail.createEvent(after.enabled ? 'user.enabled' : 'user.disabled', actorContext, id, {}));
  return events;
}

function formatUnknownRole(name: string, roles: readonly Role[]): string {
  return `There is no role '${name}'. Known: ${roles.map((role) => role.name).join(', ')}.`;
}
