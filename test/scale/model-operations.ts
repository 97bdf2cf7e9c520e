import type { ContentSite } from './content-site.js';
import { BUNDLE, cancelQueued, get, LINEAR, operation, type Operation } from './operation.js';

const BUNDLES = '/manage/bundles/{entityType}/{bundle}';
const FIELDS = `${BUNDLES}/fields`;
const RESPOND_ASYNC = { Prefer: 'respond-async' };

/** A name that no other repetition has. */
const createName = (prefix: string): string => `${prefix}_${process.hrtime.bigint().toString(36)}`;

async function createBundle({ manager }: ContentSite): Promise<string> {
  const bundle = createName('kind');
  await manager.post('/manage/bundles', { entityType: 'node', bundle, label: 'Kind' });
  return `/manage/bundles/node/${bundle}`;
}

async function createField({ manager }: ContentSite): Promise<string> {
  const name = createName('field');
  await manager.post(`${BUNDLE}/fields`, { name, type: 'string', label: 'New' });
  return `${BUNDLE}/fields/${name}`;
}

const cancelJobs = cancelQueued('model.apply');

export const MODEL_OPERATIONS: readonly Operation[] = [
  get('GET /manage/content-model'),
  get('GET /manage/bundles'),
  get(`GET ${BUNDLES}`, BUNDLE),
  get(`GET ${FIELDS}`, `${BUNDLE}/fields`),
  get(`GET ${FIELDS}/{name}`, `${BUNDLE}/fields/field_rating`),
  operation('POST /manage/bundles', ({ manager }) =>
    manager.post('/manage/bundles', { entityType: 'node', bundle: createName('kind'), label: 'Kind' }),
  ),
  operation(`PATCH ${BUNDLES}`, ({ manager }, n) => manager.patch(BUNDLE, { label: `Articles ${n}` })),
  operation(`DELETE ${BUNDLES}`, ({ manager }, _, path) => manager.delete(path), {
    variant: 'without entries',
    prepare: createBundle,
  }),
  operation(`DELETE ${BUNDLES}`, ({ manager }) => manager.delete(BUNDLE), {
    variant: 'with entries',
    status: 409,
  }),
  operation(`DELETE ${BUNDLES}`, ({ manager }) => manager.delete(`${BUNDLE}?force=true`, RESPOND_ASYNC), {
    variant: 'with entries and force, by a job',
    status: 202,
    prepare: cancelJobs,
  }),
  operation(
    `POST ${FIELDS}`,
    ({ manager }) => {
      const field = { name: createName('field'), type: 'string', label: 'New' };
      return manager.post(`${BUNDLE}/fields`, field, RESPOND_ASYNC);
    },
    { variant: 'by a job', status: 202, prepare: cancelJobs },
  ),
  operation(
    `PATCH ${FIELDS}/{name}`,
    ({ manager }, n) => manager.patch(`${BUNDLE}/fields/field_summary`, { settings: { maxLength: 60 + n } }),
    { growth: LINEAR, prepare: cancelJobs },
  ),
  operation(`DELETE ${FIELDS}/{name}`, ({ manager }, _, path) => manager.delete(path), {
    variant: 'without values',
    growth: LINEAR,
    prepare: createField,
  }),
  operation(`DELETE ${FIELDS}/{name}`, ({ manager }) => manager.delete(`${BUNDLE}/fields/field_rating`), {
    variant: 'with values',
    status: 409,
  }),
  operation(
    `DELETE ${FIELDS}/{name}`,
    ({ manager }) => manager.delete(`${BUNDLE}/fields/field_rating?force=true`, RESPOND_ASYNC),
    { variant: 'with values and force, by a job', status: 202, prepare: cancelJobs },
  ),
];
