import { type Circuit, CLOSED_CIRCUIT } from '@content-service/webhooks';
import { formatEndpoint } from './webhook-options.js';

const NOW = 1_700_000_000;

describe('formatEndpoint', () => {
  const format = (circuit: Circuit): string =>
    formatEndpoint(
      {
        id: 'w1',
        definition: {
          ...{
            label: 'Shop',
            url: 'https://shop.example/hook',
            types: [],
            resourceTypes: [],
            operations: [],
          },
          ...{ visibility: 'public', payload: 'full', format: 'json', ordering: 'entry', latestOnly: false },
          ...{ maxConcurrency: 4, enabled: true },
        },
        ...{ owner: { kind: 'operator' }, sealedSecrets: '', createdAt: 0, startPosition: 0, version: 1 },
        circuit,
      },
      NOW,
    );

  it.each<[string, Circuit, string]>([
    ['works', CLOSED_CIRCUIT, ''],
    [
      'has failed once',
      { failures: 1, failingSince: NOW - 60 },
      ', fails since 2023-11-14T22:12:20+00:00 (1 failure)',
    ],
    [
      'is not called',
      { failures: 12, failingSince: NOW - 60, openUntil: NOW + 60, openSeconds: 120 },
      ', fails since 2023-11-14T22:12:20+00:00 (12 failures), not called until 2023-11-14T22:14:20+00:00',
    ],
    [
      'is to be probed',
      { failures: 12, failingSince: NOW - 60, openUntil: NOW, openSeconds: 60 },
      ', fails since 2023-11-14T22:12:20+00:00 (12 failures), the next call is a probe',
    ],
  ])('shows a webhook that %s', (_, circuit, state) => {
    expect(format(circuit)).toBe(`w1 Shop: https://shop.example/hook, enabled${state}`);
  });
});
