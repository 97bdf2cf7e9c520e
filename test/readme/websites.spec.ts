import { readFileSync } from 'node:fs';
import { SCOPES } from '@content-service/scopes';

describe('docs/websites.md', () => {
  const page = readFileSync(new URL('../../docs/websites.md', import.meta.url), 'utf8');

  it('lists every scope with what it governs', () => {
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
      .map(([, name, governs = '']) => ({
        name,
        governs: governs.charAt(0).toUpperCase() + governs.slice(1),
      }));

    expect(rows).toEqual(SCOPES.map(({ name, governs }) => ({ name, governs })));
  });
});
