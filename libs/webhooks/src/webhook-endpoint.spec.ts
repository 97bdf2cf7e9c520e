import type { EventType, EventVisibility } from '@content-service/events';
import { ScopeSet } from '@content-service/scopes';
import {
  decideDisclosure,
  type Disclosure,
  isSelected,
  type WebhookDefinition,
  type WebhookVisibility,
} from './webhook-endpoint.js';

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

describe('decideDisclosure', () => {
  const administrator = ScopeSet.of('content:administer', 'site_settings:administer');
  const stripped = ScopeSet.of('site_settings:administer');
  type Row = [WebhookVisibility, string, boolean, boolean, EventVisibility, ScopeSet | undefined, Disclosure];

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
  ])('for a %s endpoint, an entry %s', (visibility, _, before, after, required, scopes, expected) => {
    const event = { visibility: required, published: { before, after } };

    expect(decideDisclosure(visibility, event, scopes)).toBe(expected);
  });
});

describe('isSelected', () => {
  it.each<[string, Partial<WebhookDefinition>, EventType, boolean]>([
    ['everything', {}, 'entry.updated', true],
    ['its type', { types: ['entry.published'] }, 'entry.published', true],
    ['other types', { types: ['entry.published'] }, 'entry.updated', false],
    ['its resource type', { resourceTypes: ['node--article'] }, 'entry.updated', true],
    ['other resource types', { resourceTypes: ['node--page'] }, 'entry.updated', false],
    ['its operation', { operations: ['update'] }, 'entry.unpublished', true],
    ['other operations', { operations: ['create', 'delete'] }, 'entry.unpublished', false],
  ])('by an endpoint for %s', (_, selection, type, expected) => {
    const event = { type, subject: { type: 'node--article', id: 'a', epoch: 1, version: 1 } };

    expect(isSelected({ definition: { ...EVERYTHING, ...selection } }, event)).toBe(expected);
  });
});
