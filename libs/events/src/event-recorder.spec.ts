import type { AuditEvent } from '@content-service/audit';
import { FakeClock } from '@content-service/kernel';
import { EventRecorder } from './event-recorder.js';

const CLOCK = new FakeClock(1_700_000_000);
const NOW = 1_700_000_000_000_000;

function createLine(members: Partial<AuditEvent> = {}): AuditEvent {
  return {
    ...{ id: 'a', occurredAt: 1, actor: { kind: 'operator' }, action: 'role.changed' },
    ...{ subject: { kind: 'role', id: 'editor' }, details: { label: 'Editor' } },
    ...members,
  };
}

describe('EventRecorder.createManagementEvents', () => {
  const recorder = new EventRecorder({ clock: CLOCK });

  it('has the id, action, actor and details of the audit line', () => {
    const line = createLine();

    const [event] = recorder.createManagementEvents([line], new Map());

    expect(event).toEqual({
      ...{ id: 'a', type: 'role.changed', action: 'role.changed', visibility: 'management' },
      ...{ actor: line.actor, details: line.details, recordedAt: NOW, transaction: expect.any(String) },
      subject: { type: 'role', id: 'editor', epoch: 0, version: NOW },
    });
  });

  it('has the type that the row of the action names, and the kind as id of a line without a subject', () => {
    const lines = [
      createLine({ action: 'webhook.disabled', subject: { kind: 'webhook', id: 'w' } }),
      { ...createLine({ action: 'site.imported' }), subject: undefined } as unknown as AuditEvent,
    ];

    const events = recorder.createManagementEvents(lines, new Map());

    expect(events.map(({ type, subject: { type: kind, id } }) => [type, kind, id])).toEqual([
      ['webhook.endpoint_disabled', 'webhook', 'w'],
      ['site.imported', 'site', 'site'],
    ]);
  });

  it('has rising versions, also in one transaction and behind an event of a clock that is ahead', () => {
    const lines = [
      createLine(),
      createLine({ id: 'b' }),
      createLine({ subject: { kind: 'role', id: 'other' } }),
    ];

    const events = recorder.createManagementEvents(lines, new Map([['role/editor', NOW + 5]]));

    expect(events.map(({ subject }) => subject.version)).toEqual([NOW + 6, NOW + 7, NOW]);
  });
});

describe('EventRecorder.selectEmitting', () => {
  const lines = [
    createLine(),
    createLine({ action: 'login.succeeded' }),
    createLine({ action: 'token.issued' }),
    createLine({ action: 'access.refused' }),
    createLine({ action: 'entry.changed' }),
    createLine({ action: 'of.a_former_version' }),
  ];

  it('selects the lines whose action emits an event', () => {
    expect(new EventRecorder().selectEmitting(lines)).toEqual([lines[0]]);
  });

  it('selects none when no events are recorded', () => {
    expect(new EventRecorder({ enabled: false }).selectEmitting(lines)).toEqual([]);
  });
});
