import { validateSync, type ValidationError } from 'class-validator';
import { AddressEnvironment } from './address-environment.js';
import { DatabaseEnvironment } from './database-environment.js';
import { FileEnvironment } from './file-environment.js';
import { SecretEnvironment } from './secret-environment.js';
import { FirstRunEnvironment } from './first-run-environment.js';
import { LoadEnvironment } from './load-environment.js';
import { AuditEnvironment } from './audit-environment.js';
import { TracingEnvironment } from './tracing-environment.js';
import { ProcessEnvironment } from './process-environment.js';
import { JobEnvironment } from './job-environment.js';
import { EventEnvironment } from './event-environment.js';
import { BrokerEnvironment } from './broker-environment.js';
import { getDescriptions, type VariableDescription } from './variable.js';
import { WebhookEnvironment } from './webhook-environment.js';
import { MailEnvironment } from './mail-environment.js';
import { EdgeCacheEnvironment } from './edge-cache-environment.js';

/**
 * The classes of environment variables, one for each subject; a further one is a line here. Faults are reported in this
 * order.
 */
export const ENVIRONMENT_CLASSES = [
  AddressEnvironment,
  DatabaseEnvironment,
  FileEnvironment,
  SecretEnvironment,
  FirstRunEnvironment,
  LoadEnvironment,
  AuditEnvironment,
  TracingEnvironment,
  ProcessEnvironment,
  JobEnvironment,
  EventEnvironment,
  BrokerEnvironment,
  WebhookEnvironment,
  EdgeCacheEnvironment,
  MailEnvironment,
] as const;

/**
 * The environment variables of the service as text. Each is a member of a class with its rule, the message of a violation,
 * and its description, from which `npm run docs:reference` makes docs/configuration.md and `.env.example`.
 */
export type Environment = AllOf<InstanceType<(typeof ENVIRONMENT_CLASSES)[number]>>;

/** The intersection of the members of a union. */
type AllOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The variables that apply when none is set. */
export const ENVIRONMENT_DEFAULTS: Environment = mergeDefaults();

/** The descriptions of all variables by name, in the order of their classes. */
export function getVariableDescriptions(): ReadonlyMap<string, VariableDescription> {
  return new Map(ENVIRONMENT_CLASSES.flatMap((Class) => getDescriptions(Class)));
}

/** Checks all variables against the rules of their classes, which see the variables of the other classes as well. */
export function validateEnvironment(environment: Environment): readonly ValidationError[] {
  return ENVIRONMENT_CLASSES.flatMap((Class) =>
    validateSync(Object.assign(new Class(), environment), {
      stopAtFirstError: true,
      skipMissingProperties: false,
    }),
  );
}

function mergeDefaults(): Environment {
  return Object.freeze(Object.assign({}, ...ENVIRONMENT_CLASSES.map((Class) => new Class())) as Environment);
}
