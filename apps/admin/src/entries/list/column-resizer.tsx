import { t } from '@lingui/core/macro';
import { Box } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';

/** The least and the greatest width of a column in pixels, and the step of an arrow key. */
const [MINIMUM, MAXIMUM, STEP] = [80, 900, 20];

interface ColumnResizerProps {
  readonly label: string;
  /** In pixels; `undefined` for the width that the browser chooses. */
  readonly width: number | undefined;
  /** @param width `undefined` to let the browser choose again */
  readonly onChange: (width: number | undefined) => void;
}

/** The right edge of a column header, which is dragged, or moved by arrow keys (ARIA «Window Splitter»). */
export function ColumnResizer({ label, width, onChange }: ColumnResizerProps): ReactNode {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);

  const getWidth = (element: HTMLElement): number => width ?? element.closest('th')?.offsetWidth ?? MINIMUM;
  const change = (next: number): void => {
    onChange(Math.round(Math.min(MAXIMUM, Math.max(MINIMUM, next))));
  };

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction !== undefined) change(getWidth(event.currentTarget) + direction * STEP);
    else if (event.key === 'Home') onChange(undefined);
    else return;
    event.preventDefault();
  }

  function handleDrag({ clientX }: PointerEvent): void {
    if (start.current !== undefined) change(start.current.width + clientX - start.current.x);
  }

  return (
    <Box
      className="column-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={t`Width of ${label}`}
      aria-valuenow={width ?? 0}
      aria-valuemin={0}
      aria-valuemax={MAXIMUM}
      aria-valuetext={width === undefined ? t`automatic` : t`${width} pixels`}
      tabIndex={0}
      onKeyDown={handleKey}
      onDoubleClick={() => {
        onChange(undefined);
      }}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: getWidth(event.currentTarget) };
      }}
      onPointerMove={handleDrag}
      onPointerUp={() => {
        start.current = undefined;
      }}
      onPointerCancel={() => {
        start.current = undefined;
      }}
    />
  );
}
