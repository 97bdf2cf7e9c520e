import type { AuditTrail, Origin } from '@content-service/audit';
import type { Changed } from '@content-service/kernel';
import { UserFieldInvalid } from './account.errors.js';
import { passwordFault } from './password.js';
import { type Account, displayNameFault, nameFault, toNameKey } from './user.js';

/** What an administrator says about a new user. */
export interface NewUser {
  readonly name: string;
  readonly password: string;
  /** The name of a role. */
  readonly role: string;
  /** What others see; the name when absent. */
  readonly displayName?: string;
}

/** What can be changed later; what is not said stays. */
export interface UserChange extends Partial<NewUser> {
  readonly enabled?: boolean;
}

/**
 * Every fault of what was said, each with a pointer to it.
 *
 * @param name the user's name after the change
 */
export function userProblems(said: UserChange, name: string, roleExists: boolean): UserFieldInvalid[] {
  const { displayName, password, role } = said;
  const faults = {
    '/name': said.name === undefined ? undefined : nameFault(said.name),
    '/displayName': displayName === undefined ? undefined : displayNameFault(displayName),
    '/password': password === undefined ? undefined : passwordFault(password, name),
    '/role': role === undefined || roleExists ? undefined : `There is no role '${role}'.`,
  };
  return Object.entries(faults).flatMap(([pointer, fault]) =>
    fault === undefined ? [] : [new UserFieldInvalid(pointer, fault)],
  );
}

/** @param passwordHash of the new password, if there is one */
export function changedAccount(present: Account, said: UserChange, passwordHash?: string): Account {
  const name = said.name ?? present.name;
  const role = said.role ?? present.role;
  const enabled = said.enabled ?? present.enabled;
  const endsAccess = passwordHash !== undefined || role !== present.role || (present.enabled && !enabled);
  return {
    ...present,
    name,
    nameKey: toNameKey(name),
    role,
    enabled,
    passwordHash: passwordHash ?? present.passwordHash,
    accessEpoch: present.accessEpoch + (endsAccess ? 1 : 0),
  };
}

/** One event for each thing that is different. */
export async function noteUserChange(
  trail: AuditTrail,
  { before, after }: Changed<Account>,
  { displayName }: UserChange,
  by: Origin,
): Promise<void> {
  const { id } = after;
  if (after.name !== before.name || displayName !== undefined) {
    const details = { previousName: before.name, name: after.name, displayName };
    await trail.record('user.renamed', by, id, details);
  }
  if (after.role !== before.role)
    await trail.record('user.role_assigned', by, id, { previousRole: before.role, role: after.role });
  if (after.passwordHash !== before.passwordHash) await trail.record('user.password_changed', by, id, {});
  if (after.enabled !== before.enabled)
    await trail.record(after.enabled ? 'user.enabled' : 'user.disabled', by, id, {});
}
