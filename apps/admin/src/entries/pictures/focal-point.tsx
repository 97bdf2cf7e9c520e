import { t } from '@lingui/core/macro';
import { Box, Group, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId } from 'react';
import type { Resource } from '../../jsonapi/document.js';
import { findFilePicture } from './file-picture.js';

/** In percent from the upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const MIDDLE: Point = { x: 50, y: 50 };

/** What an arrow key adds; with Shift five times as much. */
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface FocalPointPickerProps {
  readonly file: Resource;
  /** `null` for the middle. */
  readonly value: Point | null;
  readonly onChange: (point: Point) => void;
}

/** A picture with the point that stays visible when it is cropped: set by a click, moved by the arrow keys. */
export function FocalPointPicker({ file, value, onChange }: FocalPointPickerProps): ReactNode {
  const hintId = useId();
  const picture = findFilePicture(file, 'medium');
  const { x, y } = value ?? MIDDLE;
  if (picture === undefined) return null;
  return (
    <div>
      <Box
        className="focal-point"
        role="slider"
        tabIndex={0}
        aria-label={t`Focal point`}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={x}
        aria-valuetext={t`${x}% from the left, ${y}% from the top`}
        onPointerDown={(event) => {
          onChange(toPoint(event));
        }}
        onKeyDown={(event) => {
          const next = move({ x, y }, event);
          if (next === undefined) return;
          event.preventDefault();
          onChange(next);
        }}
      >
        <img src={picture} alt="" draggable={false} />
        <span aria-hidden style={{ left: `${x}%`, top: `${y}%` }} />
      </Box>
      <Group gap="xs" mt="xs" wrap="nowrap" align="flex-start">
        <img
          className="focal-point-crop"
          src={picture}
          alt={t`The picture cropped to a square`}
          style={{ objectPosition: toSquarePosition(file, { x, y }) }}
        />
        <Text id={hintId} size="xs" c="dimmed">
          {t`Click what must stay in sight when the picture is cropped, or move the point by the arrow keys.`}
        </Text>
      </Group>
    </div>
  );
}

/** The `object-position` at which a square of the picture has the point in its middle, as far as the picture reaches. */
function toSquarePosition({ attributes: { width, height } }: Resource, { x, y }: Point): string {
  if (typeof width !== 'number' || typeof height !== 'number') return `${x}% ${y}%`;
  const side = Math.min(width, height);
  const place = (whole: number, percent: number): number => {
    const start = Math.min(Math.max((whole * percent) / 100 - side / 2, 0), whole - side);
    return whole === side ? 50 : (start / (whole - side)) * 100;
  };
  return `${place(width, x)}% ${place(height, y)}%`;
}

function toPoint({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return {
    x: toPercentage((clientX - left) / width),
    y: toPercentage((clientY - top) / height),
  };
}

function toPercentage(part: number): number {
  return Math.round(Math.min(Math.max(part, 0), 1) * 100);
}

function move({ x, y }: Point, { key, shiftKey }: KeyboardEvent): Point | undefined {
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  if (step === undefined) return undefined;
  const factor = shiftKey ? 5 : 1;
  return { x: toPercentage((x + step.x * factor) / 100), y: toPercentage((y + step.y * factor) / 100) };
}
