/** Functions for the browser that find the contrast of two colours (WCAG 2.2, «contrast ratio»). */
const CONTRAST = `
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const groundOf = (element) => {
    let ground = element;
    while (parse(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    return getComputedStyle(ground).backgroundColor;
  };
  const contrast = (...colors) => {
    const [low, high] = colors.map((color) => luminance(parse(color))).sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  };`;

/** The contrast of the border of an element with the colour behind it. */
export const GET_BORDER_CONTRAST = `(element) => {${CONTRAST}
  const style = getComputedStyle(element);
  const edge = parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : style.backgroundColor;
  return contrast(edge, groundOf(element.parentElement));
}`;

/** The contrast of the placeholder of an input with its background. */
export const GET_PLACEHOLDER_CONTRAST = `(element) => {${CONTRAST}
  return contrast(getComputedStyle(element, '::placeholder').color, groundOf(element));
}`;

/** The contrast of the dot of a badge with the colour behind it. */
export const GET_DOT_CONTRAST = `(element) => {${CONTRAST}
  return contrast(getComputedStyle(element, '::before').backgroundColor, groundOf(element));
}`;

/** The contrast of the words of an element with their background. */
export const GET_TEXT_CONTRAST = `(element) => {${CONTRAST}
  return contrast(getComputedStyle(element).color, groundOf(element));
}`;
