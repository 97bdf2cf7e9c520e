import type { AuditContext, AuditEvent, AuditTrail } from '@content-service/audit';
import { findMemberProblems, pickGiven, type UpdateResult } from '@content-service/kernel';
import { UserFieldInvalid } from './account.errors.js';
import { findPasswordFault, type PasswordRules } from './password.js';
import type { Role } from './role.js';
import {
  CHANGED_USER_MEMBERS,
  USER_MEMBERS,
  type UserChange,
  type UserChangeRequest,
} from './user-members.js';
import { type Account, ACCOUNT_MEMBERS, pickAccountMembers, toNameKey } from './user.js';

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
  const { password, role, ...others } = changes;
  const problems = Object.entries(pickGiven(CHANGED_USER_MEMBERS, others)).flatMap(([member, value]) =>
    findMemberProblems(member, CHANGED_USER_MEMBERS[member as keyof UserChangeRequest], value),
  );
  const passwordFault = password === undefined ? undefined : findPasswordFault(password, name, rules);
  const roleFault =
    role === undefined || otherRoles === undefined ? undefined : formatUnknownRole(role, otherRoles);
  const faults = [
    ...problems.map(({ pointer, message, rule }) => [pointer, message, rule] as const),
    ['/password', passwordFault?.message, passwordFault?.rule],
    ['/role', roleFault, { format: 'role' }],
  ] as const;
  return faults.flatMap(([pointer, fault, rule]) =>
    fault === undefined ? [] : [new UserFieldInvalid(pointer, fault, rule)],
  );
}

/** @param passwordHash of the new password, if there is one */
export function applyUserChange(current: Account, changes: UserChange, passwordHash?: string): Account {
  const members = pickAccountMembers({ ...current, ...pickGiven(ACCOUNT_MEMBERS, changes) });
  const { name, role } = members;
  const enabled = changes.enabled ?? current.enabled;
  const endsAccess = passwordHash !== undefined || role !== current.role || (current.enabled && !enabled);
  const { passwordChangeRequired: present, ...kept } = current;
  const isRequired = passwordHash === undefined ? present : changes.passwordChangeRequired;
  return {
    ...kept,
    ...(isRequired === true ? { passwordChangeRequired: true } : {}),
    ...members,
    nameKey: toNameKey(name),
    enabled,
    passwordHash: passwordHash ?? current.passwordHash,
    accessEpoch: current.accessEpoch + (endsAccess ? 1 : 0),
  };
}

/** One audit event for each thing that is different. */
export function createUserEvents(
  trail: AuditTrail,
  { before, after }: UpdateResult<Account>,
  changes: UserChange,
  actorContext: AuditContext,
): readonly AuditEvent[] {
  const { id } = after;
  const events: AuditEvent[] = [];
  const given = pickGiven(USER_MEMBERS, changes);
  const isOtherGiven = Object.keys(given).some((member) => member !== 'name' && member !== 'role');
  if (after.name !== before.name || isOtherGiven) {
    // The role is recorded by an event of its own; details that the action does not permit are dropped.
    const details = { previousName: before.name, name: after.name, ...given };
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
