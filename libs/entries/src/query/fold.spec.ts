import { fold } from './fold.js';

describe('fold', () => {
  it.each([
    ['Plain ASCII 100% a_b', 'plain ascii 100% a_b'],
    ['Éclair', 'eclair'],
    ['e\u0301clair', 'eclair'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['ﬁsh', 'fish'],
    ['ｆｕｌｌ', 'full'],
    ['İzmir', 'izmir'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευς'],
    ['trailing ', 'trailing '],
    ['漢字', '漢字'],
    ['', ''],
  ])('makes %j into %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('keeps apart what differs in more than case and accents', () => {
    expect(fold('straße')).not.toBe(fold('strasse'));
    expect(fold('😀')).not.toBe(fold('😁'));
    expect(fold('a ')).not.toBe(fold('a'));
  });

  it('leaves folded text as it is', () => {
    const folded = fold('Ünïcödé ﷺ Ⅷ ½ Ǆ');

    expect(fold(folded)).toBe(folded);
  });
});
