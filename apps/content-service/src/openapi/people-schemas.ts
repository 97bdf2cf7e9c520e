import { body, complete, SCOPE_NAMES, TIME, YES_OR_NO } from './management-schemas.js';
import { nullable, ref, type Schema, type Schemas, textSchema } from './schema.js';

const PASSWORD: Schema = { type: 'string', format: 'password', minLength: 12 };

const USER: Schemas = {
  name: textSchema('To sign in with; shown to administrators only.', 'alice'),
  displayName: textSchema('What others see.', 'Alice'),
  role: textSchema('The name of a role.', 'editor'),
};

const ROLE_NAME: Schemas = { name: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,31}$' } };
const ROLE: Schemas = { label: textSchema('Shown to administrators.'), scopes: SCOPE_NAMES };

export const PEOPLE_SCHEMAS: Schemas = {
  User: complete({
    id: ref('Uuid'),
    ...USER,
    enabled: YES_OR_NO,
    createdAt: TIME,
    lastLoginAt: nullable(TIME),
  }),
  'User.new': body({ ...USER, password: PASSWORD }, ['name', 'role', 'password']),
  'User.change': body({ ...USER, enabled: YES_OR_NO, password: PASSWORD }),
  Role: complete({ ...ROLE_NAME, ...ROLE, builtIn: YES_OR_NO }),
  'Role.new': body({ ...ROLE_NAME, ...ROLE }, ['name', 'label', 'scopes']),
  'Role.change': body(ROLE),
  SessionToken: complete({
    access_token: textSchema('A JWT.'),
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', const: 300 },
    scope: textSchema('Parted by spaces.', 'content:administer member'),
    user: complete({ id: ref('Uuid'), ...USER }),
  }),
};
