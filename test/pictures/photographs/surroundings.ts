import { blend, mix, roughness, type Vector } from './shapes.js';

/** A sky that is brighter at the horizon and around the sun, with clouds. */
export function createSky(
  high: Vector,
  low: Vector,
  sun: Vector,
  glare: Vector,
  clouds: number,
): (x: number, y: number, z: number) => Vector {
  return (x, y, z) => {
    const base = mix(low, high, blend(0, 0.55, y));
    const near = Math.max(x * sun[0] + y * sun[1] + z * sun[2], 0);
    const shine = near ** 8 * 0.35 + near ** 400 * 6;
    const lit: Vector = [base[0] + glare[0] * shine, base[1] + glare[1] * shine, base[2] + glare[2] * shine];
    const cover =
      y < 0.015 ? 0 : blend(0.45, 0.8, roughness((x / (y + 0.12)) * 1.3, (z / (y + 0.12)) * 1.3, 5));
    return mix(lit, mix(low, [1.05, 1, 0.95], 0.55), cover * clouds);
  };
}

/** The slope of small waves at a place. */
export function findWaves(x: number, z: number, size: number, height: number): readonly [number, number] {
  const at = (a: number, b: number): number => roughness(a / size, b / (size * 0.6), 3);
  const here = at(x, z);
  return [(at(x + 0.1 * size, z) - here) * height, (at(x, z + 0.1 * size) - here) * height];
}

/** Colours of houses. */
export const BRICKS: readonly Vector[] = [
  [0.3, 0.13, 0.09],
  [0.36, 0.2, 0.12],
  [0.25, 0.12, 0.11],
  [0.4, 0.3, 0.22],
];
