import {
  type EntryEventType,
  EventRecorder,
  type LoggedEntryEvent,
  type LoggedEvent,
  type LoggedManagementEvent,
} from '@content-service/events';
import { ScopeSet } from '@content-service/scopes';
import { decideDisclosure, type Disclosure, isSelected } from './webhook-endpoint.js';
import { WEBHOOK_MEMBERS, type WebhookDefinition, type WebhookVisibility } from './webhook-members.js';

const EVERYTHING: WebhookDefinition = {
  label: 'Search index',
  url: 'https://example.com/hook',
  types: [],
  resourceTypes: [],
  operations: [],
  visibility: 'public',
  payload: 'full',
  format: 'json',
  ordering: 'entry',
  latestOnly: false,
  maxConcurrency: 4,
  enabled: true,
};

const FACTS = { id: 'e', transaction: 't', recordedAt: 1, position: 1 };

describe('decideDisclosure', () => {
  const administrator = ScopeSet.of('content:administer', 'site_settings:administer');
  const stripped = ScopeSet.of('site_settings:administer');
  type EntryVisibility = LoggedEntryEvent['visibility'];
  type Row = [WebhookVisibility, string, boolean, boolean, EntryVisibility, ScopeSet | undefined, Disclosure];

  it.each<Row>([
    ['public', 'created published', false, true, 'public', administrator, 'full'],
    ['public', 'created unpublished', false, false, 'content', administrator, 'none'],
    ['public', 'updated, published', true, true, 'public', administrator, 'full'],
    ['public', 'updated, unpublished', false, false, 'content', administrator, 'none'],
    ['public', 'published', false, true, 'public', administrator, 'full'],
    ['public', 'unpublished', true, false, 'public', administrator, 'identity'],
    ['public', 'deleted, published', true, false, 'public', administrator, 'identity'],
    ['public', 'deleted, unpublished', false, false, 'content', administrator, 'none'],
    ['public', 'of content that is never public', true, true, 'content', administrator, 'none'],
    ['public', 'published, of an owner without content:administer', false, true, 'public', stripped, 'full'],
    ['public', 'published, of an owner who was deleted', false, true, 'public', undefined, 'none'],
    ['content', 'created unpublished', false, false, 'content', administrator, 'full'],
    ['content', 'published', false, true, 'public', administrator, 'full'],
    ['content', 'unpublished', true, false, 'public', administrator, 'full'],
    ['content', 'deleted, unpublished', false, false, 'content', administrator, 'full'],
    ['content', 'created unpublished, of a stripped owner', false, false, 'content', stripped, 'none'],
    ['content', 'published, of a stripped owner', false, true, 'public', stripped, 'none'],
    ['content', 'published, of an owner who was disabled', false, true, 'public', undefined, 'none'],
    ['management', 'published', false, true, 'public', administrator, 'none'],
    ['management', 'created unpublished', false, false, 'content', administrator, 'none'],
  ])('for a %s endpoint, an entry %s', (visibility, _, before, after, required, scopes, expected) => {
    const event = { visibility: required, published: { before, after } };

    expect(decideDisclosure(visibility, event, scopes)).toBe(expected);
  });
});

describe('decideDisclosure of an event of management data', () => {
  it.each<[WebhookVisibility, string, ScopeSet | undefined, Disclosure]>([
    ['management', 'an administrator', ScopeSet.of('site_settings:administer'), 'full'],
    ['management', 'a stripped owner', ScopeSet.of('content:administer'), 'none'],
    ['management', 'a deleted owner', undefined, 'none'],
    ['content', 'an administrator', ScopeSet.of('content:administer', 'site_settings:administer'), 'none'],
    ['public', 'an administrator', ScopeSet.of('content:administer', 'site_settings:administer'), 'none'],
  ])('for a %s endpoint of %s', (visibility, _, scopes, expected) => {
    expect(decideDisclosure(visibility, { visibility: 'management' }, scopes)).toBe(expected);
  });
});

/** What an entry is before and after a change; `absent` before its creation and after its deletion. */
type State = 'absent' | 'draft' | 'public';
const STATES: readonly State[] = ['absent', 'draft', 'public'];

/**
 * What an anonymous reader learns from a change of an entry: what is public after it, and that something is gone which was
 * public before. Other changes are none for that reader.
 */
const SEEN_BY_ANONYMOUS: Readonly<Record<string, Disclosure>> = {
  'absent > public': 'full',
  'draft > public': 'full',
  'public > public': 'full',
  'public > draft': 'identity',
  'public > absent': 'identity',
};

const TYPES: Readonly<Record<string, EntryEventType>> = {
  'absent > draft': 'entry.created',
  'absent > public': 'entry.created',
  'draft > draft': 'entry.updated',
  'public > public': 'entry.updated',
  'draft > public': 'entry.published',
  'public > draft': 'entry.unpublished',
  'draft > absent': 'entry.deleted',
  'public > absent': 'entry.deleted',
};

/** Owners of endpoints by their scopes. */
const OWNERS: Readonly<Record<string, ScopeSet | undefined>> = {
  'an administrator': ScopeSet.of('content:administer', 'site_settings:administer'),
  'an editor': ScopeSet.of('content:administer'),
  'a manager of settings': ScopeSet.of('site_settings:administer'),
  'an owner without scopes': ScopeSet.of(),
  'a deleted owner': undefined,
};

/** The event that a change of an entry is recorded as. */
function recordChange(before: State, after: State): LoggedEntryEvent {
  const toEntry = (state: State) =>
    state === 'absent'
      ? undefined
      : {
          ...{ id: 'a', type: 'node--article', published: state === 'public', position: 1, version: 1 },
          ...{ attributes: {}, relationships: {}, attributesText: '{}', relationshipsText: '{}' },
        };
  type Changes = Parameters<EventRecorder['createEvents']>[0];
  const changed = [
    { id: 'a', before: toEntry(before), after: toEntry(after) },
  ] as unknown as Changes['changed'];
  const [event] = new EventRecorder().createEvents({ changed, requested: new Set(['a']) });
  if (event === undefined) throw new Error(`${before} > ${after} has no event.`);
  return { ...event, position: 1 };
}

/** What an endpoint gets of an event in the end. */
function getDisclosure(
  visibility: WebhookVisibility,
  event: LoggedEvent,
  owner: ScopeSet | undefined,
): Disclosure {
  const definition = { ...EVERYTHING, visibility };
  return isSelected({ definition }, event) ? decideDisclosure(visibility, event, owner) : 'none';
}

describe.each(Object.entries(OWNERS))('an endpoint of %s', (_, owner) => {
  const changes = STATES.flatMap((before) => STATES.map((after): [State, State] => [before, after])).filter(
    ([before, after]) => before !== 'absent' || after !== 'absent',
  );

  describe.each(WEBHOOK_MEMBERS.visibility.enum)('with the visibility %s', (visibility) => {
    it.each(changes)('gets of a change from %s to %s what its visibility allows', (before, after) => {
      const event = recordChange(before, after);

      const allowed: Record<WebhookVisibility, Disclosure> = {
        public: owner === undefined ? 'none' : (SEEN_BY_ANONYMOUS[`${before} > ${after}`] ?? 'none'),
        content: owner?.has('content:administer') === true ? 'full' : 'none',
        management: 'none',
      };
      expect(event.type).toBe(TYPES[`${before} > ${after}`]);
      expect(getDisclosure(visibility, event, owner)).toBe(allowed[visibility]);
    });

    it('gets management data only with the visibility management and the scope for it', () => {
      const event: LoggedManagementEvent = {
        ...{ ...FACTS, type: 'role.changed', action: 'role.changed', visibility: 'management', details: {} },
        subject: { type: 'role', id: 'editor', epoch: 0, version: 1 },
      };

      const isAllowed = visibility === 'management' && owner?.has('site_settings:administer') === true;
      expect(getDisclosure(visibility, event, owner)).toBe(isAllowed ? 'full' : 'none');
    });
  });
});

describe('isSelected', () => {
  it.each<[string, Partial<WebhookDefinition>, EntryEventType, boolean]>([
    ['management data', { visibility: 'management' }, 'entry.updated', false],
    ['everything', {}, 'entry.updated', true],
    ['its type', { types: ['entry.published'] }, 'entry.published', true],
    ['other types', { types: ['entry.published'] }, 'entry.updated', false],
    ['its resource type', { resourceTypes: ['node--article'] }, 'entry.updated', true],
    ['other resource types', { resourceTypes: ['node--page'] }, 'entry.updated', false],
    ['its operation', { operations: ['update'] }, 'entry.unpublished', true],
    ['other operations', { operations: ['create', 'delete'] }, 'entry.unpublished', false],
  ])('by an endpoint for %s', (_, selection, type, expected) => {
    const event: LoggedEntryEvent = {
      ...{ ...FACTS, type, visibility: 'public', cause: 'request', changed: [] },
      subject: { type: 'node--article', id: 'a', epoch: 1, version: 1 },
      published: { before: true, after: true },
    };

    expect(isSelected({ definition: { ...EVERYTHING, ...selection } }, event)).toBe(expected);
  });

  it.each([
    [undefined, true],
    [true, true],
    [false, false],
  ])('a referrer that loses a deleted target with includeDerived %s: %s', (includeDerived, expected) => {
    const event: LoggedEntryEvent = {
      ...{
        ...FACTS,
        type: 'entry.updated',
        visibility: 'public',
        cause: 'target_deleted',
        changed: ['topic'],
      },
      subject: { type: 'node--article', id: 'a', epoch: 1, version: 2 },
      published: { before: true, after: true },
    };

    expect(isSelected({ definition: { ...EVERYTHING, includeDerived } }, event)).toBe(expected);
  });

  it.each<[string, Partial<WebhookDefinition>, boolean]>([
    ['management data', { visibility: 'management' }, true],
    ['its type', { visibility: 'management', types: ['role.changed'] }, true],
    ['other types', { visibility: 'management', types: ['client.created'] }, false],
    ['unpublished content', { visibility: 'content' }, false],
    ['public content', {}, false],
  ])('an event of management data by an endpoint for %s', (_, selection, expected) => {
    const event: LoggedManagementEvent = {
      ...{ ...FACTS, type: 'role.changed', action: 'role.changed', visibility: 'management', details: {} },
      subject: { type: 'role', id: 'editor', epoch: 0, version: 1 },
    };

    expect(isSelected({ definition: { ...EVERYTHING, ...selection } }, event)).toBe(expected);
  });
});
