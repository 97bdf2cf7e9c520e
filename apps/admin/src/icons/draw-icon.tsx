import type { ReactNode, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Pixels. */
  readonly size?: number | undefined;
  /** The width of the lines, in units of the drawing, which is 24 wide. */
  readonly stroke?: number | undefined;
}

/** An icon of lines in the colour of the text around it. */
export type Icon = (props: IconProps) => ReactNode;

/**
 * A component for the outline of an icon in 24 × 24 units.
 *
 * @param path the `d` of an SVG path
 */
export function drawIcon(path: string): Icon {
  return function DrawnIcon({ size = 24, stroke = 2, ...attributes }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...attributes}
      >
        <path d={path} />
      </svg>
    );
  };
}
