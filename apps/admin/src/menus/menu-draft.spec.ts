import { type MenuState, rebase, removeLink, setLink, toMenuState } from './menu-draft.js';
import type { MenuLink, StoredLink } from './menu-link.js';
import { split } from '../jsonapi/query.js';
import { toOperations } from './menu-operations.js';
import type { TreeOperation } from '../trees/save-tree.js';
import { findMoves } from '../trees/tree.js';

const stored = (id: string, parent: string | undefined, weight: number): StoredLink => ({
  ...createLink(id),
  id,
  parent,
  weight,
});

const createLink = (title: string): MenuLink => ({
  title,
  link: { uri: `internal:/${title}` },
  description: null,
  enabled: true,
  expanded: false,
});

/** `a` with `b` and `c` below it, then `d` and `e`. */
const STORED = [
  ...[stored('a', undefined, 0), stored('b', 'a', 0), stored('c', 'a', 0)],
  ...[stored('d', undefined, 5), stored('e', undefined, 6)],
];
const BASE = toMenuState(STORED);

const move = (menu: MenuState, id: string, direction: 'up' | 'down' | 'in' | 'out'): MenuState => ({
  ...menu,
  tree: findMoves(menu.tree, id)[direction] ?? menu.tree,
});

const rename = (menu: MenuState, id: string, title: string): MenuState =>
  setLink(menu, id, { ...(menu.links.get(id) ?? createLink(id)), title });

/** Such as `update d {"weight":6}`. */
const format = (operation: TreeOperation): string =>
  operation.op === 'remove'
    ? `remove ${operation.ref.id}`
    : `${operation.op} ${operation.data.id} ${JSON.stringify(operation.data.attributes)}`;

const list = (draft: MenuState, links = STORED): readonly string[] =>
  toOperations('main', links, draft).map(format);

const show = ({ tree, links }: MenuState): readonly string[] =>
  tree.map(({ id, level }) => `${'-'.repeat(level)}${links.get(id)?.title ?? ''}`);

describe('toOperations', () => {
  it('is empty for a menu without changes', () => {
    expect(list(BASE)).toEqual([]);
  });

  it('changes the weight of one of two links that change places, and of no other', () => {
    const inOrder = [0, 1, 2, 3].map((weight) => stored(`${weight}`, undefined, weight));

    expect(list(move(toMenuState(inOrder), '1', 'down'), inOrder)).toEqual(['update 1 {"weight":3}']);
  });

  it('changes the parent of a link that gets another level', () => {
    expect(list(move(BASE, 'd', 'in'))).toEqual(['update d {"parent":"menu_link_content:a"}']);
    expect(list(move(BASE, 'b', 'out'))).toEqual(['update b {"parent":""}']);
  });

  it('has changed members alone, and keeps the place of a link whose new title would move it', () => {
    expect(list(rename(BASE, 'd', 'Doors'))).toEqual(['update d {"title":"Doors"}']);
    expect(list(rename(BASE, 'b', 'x'))).toEqual(['update b {"title":"x"}', 'update c {"weight":1}']);
  });

  it('adds links behind those above them, before it removes others', () => {
    const draft = removeLink(setLink(setLink(BASE, 'n', createLink('n')), 'm', createLink('m'), 'n'), 'd');

    const [first, second, ...others] = toOperations('main', STORED, draft);

    expect(first).toEqual({
      op: 'add',
      data: {
        type: 'menu_link_content--menu_link_content',
        id: 'n',
        attributes: { ...createLink('n'), menu_name: 'main', parent: '', weight: 7 },
      },
    });
    expect(second).toMatchObject({
      data: { id: 'm', attributes: { parent: 'menu_link_content:n', weight: 0 } },
    });
    expect(others.map(format)).toEqual(['remove d']);
  });

  it('lifts the links below a removed one', () => {
    expect(list(removeLink(BASE, 'a'))).toEqual([
      'update b {"parent":""}',
      'update c {"parent":""}',
      'remove a',
    ]);
  });
});

describe('split', () => {
  it('makes parts of at most the maximum', () => {
    const operations = ['a', 'b', 'c'].map((id): TreeOperation => ({ op: 'remove', ref: { type: 'x', id } }));

    expect(split(operations, 2).map((part) => part.map(format))).toEqual([
      ['remove a', 'remove b'],
      ['remove c'],
    ]);
    expect(split([], 2)).toEqual([]);
  });
});

describe('rebase', () => {
  const newest = toMenuState([
    ...STORED.filter(({ id }) => id !== 'c').map((link) =>
      link.id === 'd' ? { ...link, title: 'D' } : link,
    ),
    stored('f', 'a', 9),
  ]);

  it('is the newest version without changes of the editor', () => {
    expect(rebase(BASE, BASE, newest)).toEqual(newest);
  });

  it('keeps the order of the editor, with what others have added and without what they have removed', () => {
    const draft = move(rename(BASE, 'e', 'E'), 'd', 'up');

    expect(show(rebase(BASE, draft, newest))).toEqual(['D', 'a', '-b', '-f', 'E']);
  });

  it('keeps links that the editor has added or removed', () => {
    const draft = removeLink(setLink(BASE, 'n', createLink('n'), 'a'), 'e');

    expect(show(rebase(BASE, draft, newest))).toEqual(['a', '-b', '-f', '-n', 'D']);
  });

  it('lifts links below one that others have removed', () => {
    const draft = move(move(BASE, 'd', 'in'), 'e', 'in');
    const withoutA = toMenuState(
      STORED.filter(({ id }) => id !== 'a').map((link) => ({ ...link, parent: undefined })),
    );

    expect(show(rebase(BASE, draft, withoutA))).toEqual(['b', 'c', 'd', 'e']);
  });
});
