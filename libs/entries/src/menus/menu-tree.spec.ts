import fc from 'fast-check';
import { Entry } from '../entry.js';
import { type MenuLink, toMenuLink } from './menu-links.js';
import { buildMenuTree } from './menu-tree.js';

const LINK_TYPE = 'menu_link_content--menu_link_content';
const toId = (n: number): string => `0192f0c8-9b3d-7f40-8a55-${String(n).padStart(12, '0')}`;

/** A link whose parent, or itself, may be missing in the menu. */
function createLink(n: number, parent: number | undefined, weight: number): MenuLink {
  const id = toId(n);
  const head = { id, type: LINK_TYPE, published: true, created: 0, changed: 0, version: 1, position: n };
  const target = parent === undefined ? [] : [{ type: LINK_TYPE, id: toId(parent) }];
  return toMenuLink(
    Entry.of({ ...head, modelVersion: 0 }, { title: `Link ${n % 7}`, weight }, { parent: target }),
  );
}

const LINKS = fc.array(
  fc.record({ parent: fc.option(fc.nat(40), { nil: undefined }), weight: fc.integer({ min: -3, max: 3 }) }),
  { maxLength: 30 },
);

describe('buildMenuTree', () => {
  it('has each link once, below its parent or at the root, in at most nine levels, whatever the parents are', () => {
    fc.assert(
      fc.property(LINKS, (drafts) => {
        const links = drafts.map(({ parent, weight }, n) => createLink(n, parent, weight));

        const placed = buildMenuTree(links, () => true);

        expect(placed.map(({ link }) => link.id).sort()).toEqual(links.map(({ id }) => id).sort());
        const depths = new Map([[undefined as string | undefined, 0]]);
        for (const { link, depth, parent } of placed) {
          expect(depth).toBe((depths.get(parent) ?? NaN) + 1);
          expect(depth).toBeLessThanOrEqual(9);
          depths.set(link.id, depth);
        }
      }),
    );
  });

  it('has no link that is not shown, and none of those below it', () => {
    fc.assert(
      fc.property(LINKS, fc.array(fc.nat(29)), (drafts, hidden) => {
        const links = drafts.map(({ parent, weight }, n) => createLink(n, parent, weight));
        const all = buildMenuTree(links, () => true);
        const isHidden = ({ id }: MenuLink): boolean => hidden.some((n) => toId(n) === id);
        const parents = new Map(all.map(({ link, parent }) => [link.id, parent]));
        const isBelowHidden = (link: MenuLink): boolean => {
          for (let id: string | undefined = link.id; id !== undefined; id = parents.get(id))
            if (hidden.some((n) => toId(n) === id)) return true;
          return false;
        };

        const shown = new Set(buildMenuTree(links, (link) => !isHidden(link)).map(({ link }) => link.id));

        for (const { link, depth } of all)
          if (depth < 9) expect([link.id, shown.has(link.id)]).toEqual([link.id, !isBelowHidden(link)]);
      }),
    );
  });
});
