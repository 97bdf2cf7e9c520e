import { MANAGEMENT_SCHEMAS } from './management-schemas.js';
import { serializeAuditEvent } from '../../../platform/audit/audit-event.serializer.js';

describe('serializeAuditEvent', () => {
  it('returns the members of the OpenAPI schema AuditEvent', () => {
    const event = { id: 'e', occurredAt: 0, actor: { kind: 'operator' }, action: 'x', details: {} } as const;

    const serialized = serializeAuditEvent(event, undefined);

    expect(Object.keys(serialized).sort()).toEqual(getPropertyNames(MANAGEMENT_SCHEMAS['AuditEvent']));
    expect(serialized).toMatchObject({ who: { kind: 'operator', userId: null, clientId: null, name: null } });
  });
});

function getPropertyNames(schema: unknown): readonly string[] {
  return Object.keys((schema as { properties: object }).properties).sort();
}
