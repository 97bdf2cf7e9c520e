import { SCOPES } from '@content-service/scopes';
import { BUILT_IN_ROLES } from './role.js';

const ALL = SCOPES.map(({ name }) => name);

describe('BUILT_IN_ROLES', () => {
  const findScopes = (name: string): readonly string[] | undefined =>
    BUILT_IN_ROLES.find((role) => role.name === name)?.scopes.toArray();

  it('administrators have every scope', () => {
    expect(findScopes('administrator')).toEqual(ALL);
  });

  it('editors have the scopes of content, media, taxonomy, menus and canvas', () => {
    const not = /^(content_type|media_type|page_template|site_settings):|^member$/;

    expect(findScopes('editor')).toEqual(ALL.filter((scope) => !not.test(scope)));
  });

  it('members have the scope member', () => {
    expect(findScopes('member')).toEqual(['member']);
  });
});
