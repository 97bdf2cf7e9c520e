import { t } from '@lingui/core/macro';
import { Box, Text } from '@mantine/core';
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
      <Text id={hintId} size="xs" c="dimmed" mt={4}>
        {t`Click what must stay in sight when the picture is cropped, or move the point by the arrow keys.`}
      </Text>
    </div>
  );
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
