import { type Material, normalize, type Scene } from './camera.js';
import { bar, blend, box, cone, ellipsoid, hash, mix, roughness, turn, type Vector } from './shapes.js';
import { BRICKS, createSky, findWaves } from './surroundings.js';

const SEA: Vector = [0.02, 0.06, 0.075];

const LOW_SUN = normalize([-0.75, 0.3, 0.35]);

export const lighthouse: Scene = {
  ...{ name: 'lighthouse', from: [-5.5, 2.6, 13], to: [1.2, 3.1, -4], zoom: 1.25 },
  distance: (x, y, z) => {
    const swell = (roughness(x / 2.4, z / 1.6, 3) - 0.45) * 0.5;
    const stones = (roughness(x * 2.2 + y, z * 2.2 - y, 3) - 0.5) * 0.28;
    const mole = box([x - 1.2 - z * 0.06, y + 0.2, z - 2], [1.15, 0.95, 11], 0.25) - stones;
    const tower = Math.min(
      cone([x - 1.6, y - 0.7, z + 6.5], 5.6, 0.95, 0.62),
      cone([x - 1.6, y - 6.2, z + 6.5], 0.16, 0.9, 0.9),
      cone([x - 1.6, y - 6.3, z + 6.5], 0.95, 0.45, 0.45),
      cone([x - 1.6, y - 7.25, z + 6.5], 0.55, 0.62, 0.02),
    );
    return Math.min((y - swell) * 0.75, mole * 0.8, tower);
  },
  material: (x, y, z): Material => {
    if (Math.hypot(x - 1.6, z + 6.5) < 1.05 && y > 0.65) {
      const [isBand, isLamp] = [y > 2.6 && y < 3.9, y > 6.4 && y < 7.2];
      const stain = 0.82 + 0.18 * roughness(x * 3, y * 1.2 + z, 3);
      if (isLamp) return { color: [0.1, 0.12, 0.12], glow: [1.3, 1, 0.5], mirror: 0.2 };
      const paint: Vector = isBand || y > 6.15 ? [0.5, 0.05, 0.04] : [0.86, 0.85, 0.8];
      return { color: [paint[0] * stain, paint[1] * stain, paint[2] * stain] };
    }
    const edge = Math.abs(x - 1.2 - z * 0.06) - 1.2;
    const grain = roughness(x * 6, z * 6, 4);
    if (edge < 0.12 && y > 0.28) {
      const wet = blend(0.9, 0.35, y);
      return {
        color: mix([0.34, 0.31, 0.28], [0.12, 0.11, 0.1], wet * 0.7 + (1 - grain) * 0.4),
        mirror: 0.04 * wet,
      };
    }
    const foam =
      blend(1.5, 0.1, edge) * blend(0.3, 0.6, grain) + blend(0.62, 0.75, roughness(x * 1.1, z * 2, 5)) * 0.7;
    return {
      color: mix(SEA, [0.8, 0.84, 0.85], Math.min(foam, 1)),
      mirror: 0.03 * (1 - Math.min(foam, 1)),
      bumps: findWaves(x, z, 0.5, 0.9),
    };
  },
  sky: createSky([0.16, 0.3, 0.55], [0.85, 0.68, 0.52], LOW_SUN, [1.2, 0.8, 0.45], 0.75),
  sun: [LOW_SUN, [2.5, 1.75, 1.1]],
  ambient: [0.34, 0.4, 0.52],
  exposure: 0.55,
  haze: [[0.7, 0.62, 0.54], 0.006],
  reach: 90,
};

const NOON = normalize([0.5, 0.62, 0.55]);

/** A boat with its crew and oars in the coordinates of the boat, which looks along x. */
function findBoat(x: number, y: number, z: number): number {
  const near = box([x, y - 0.4, z], [2.6, 0.9, 2]);
  if (near > 0.6) return near;
  const hull = Math.max(ellipsoid([x, y - 0.24, z], [2.3, 0.34, 0.3]), y - 0.26);
  const hollow = Math.max(hull, -ellipsoid([x, y - 0.34, z], [2.05, 0.26, 0.22]));
  let crew = hollow;
  for (const seat of [-0.9, 0, 0.9]) {
    crew = Math.min(
      crew,
      bar([x, y, z], [seat, 0.25, 0], [seat - 0.16, 0.66, 0], 0.12),
      Math.hypot(x - seat + 0.2, y - 0.88, z) - 0.1,
      bar([x, y, z], [seat + 0.1, 0.45, -0.1], [seat + 0.7, 0.75, -1.7], 0.022),
      bar([x, y, z], [seat + 0.1, 0.45, 0.1], [seat + 0.7, 0.75, 1.7], 0.022),
    );
  }
  return crew;
}

const BOATS = 6;

/** The boat that is nearest to a place. */
function toBoat(x: number, z: number): readonly [number, number, number] {
  const lane = Math.min(Math.max(Math.round((2 - z) / 2.6), 0), BOATS - 1);
  return [x - 0.8 + lane * 0.55, z - 2 + lane * 2.6, lane];
}

export const regatta: Scene = {
  ...{ name: 'regatta', from: [-5.2, 2.7, 9.5], to: [0.6, 0.6, -4.5], zoom: 1.45 },
  distance: (x, y, z) => {
    const [a, c] = toBoat(x, z);
    const depth = Math.floor(x / 5);
    const house = box([x, y - 2.2, z + 27], [40, 2.4 + 1.4 * hash(depth, 4), 3]);
    const quay = box([x, y - 0.4, z + 23.5], [50, 0.9, 1.2]);
    return Math.min(
      y - 0.02 * (roughness(x * 1.4, z * 1.4, 2) - 0.5),
      findBoat(a, y, c) * 0.8,
      house * 0.7,
      quay,
    );
  },
  material: (x, y, z): Material => {
    const [a, c, lane] = toBoat(x, z);
    if (z < -21) return y < 1.35 && z > -24.8 ? { color: [0.3, 0.29, 0.27] } : paintWarehouse(x, y);
    if (findBoat(a, y, c) > 0.02)
      return { color: [0.02, 0.07, 0.08], mirror: 0.04, bumps: findWaves(x, z, 0.55, 0.5) };
    if (y > 0.8) return { color: [0.35, 0.22, 0.16] };
    if (Math.abs(c) > 0.32) return { color: Math.abs(c) > 1.45 ? [0.7, 0.12, 0.08] : [0.5, 0.36, 0.2] };
    if (y > 0.3) return { color: hash(lane, 9) > 0.5 ? [0.75, 0.75, 0.7] : [0.08, 0.16, 0.4] };
    return { color: mix([0.3, 0.13, 0.05], [0.45, 0.25, 0.1], roughness(a * 2, y * 30, 3)), mirror: 0.06 };
  },
  sky: createSky([0.2, 0.4, 0.75], [0.75, 0.82, 0.9], NOON, [1, 0.95, 0.8], 0.7),
  sun: [NOON, [2.5, 2.3, 1.95]],
  ambient: [0.36, 0.42, 0.52],
  exposure: 0.5,
  haze: [[0.62, 0.72, 0.84], 0.005],
  reach: 90,
};

function paintWarehouse(x: number, y: number): Material {
  const [row, column] = [Math.floor(y / 1.1), Math.floor(x / 0.9)];
  const [up, across] = [y / 1.1 - row, x / 0.9 - column];
  if (up > 0.3 && up < 0.75 && across > 0.32 && across < 0.7 && y < 4)
    return { color: [0.05, 0.06, 0.08], mirror: 0.2 };
  const [r, g, b] = BRICKS[Math.abs(Math.floor(x / 5)) % BRICKS.length] ?? [0.3, 0.2, 0.1];
  const tone = 0.9 + 0.5 * roughness(x * 2, y * 2, 3);
  return { color: [r * tone, g * tone, b * tone] };
}

interface Tern {
  readonly at: Vector;
  readonly lift: number;
  readonly angle: number;
}

const TERNS: readonly Tern[] = Array.from({ length: 17 }, (_, n) => ({
  at: [(hash(n, 1) - 0.5) * 11, 1.5 + hash(n, 2) * 4.6, -7 * hash(n, 3)],
  lift: (hash(n, 4) - 0.3) * 1.3,
  angle: 0.7 + hash(n, 5) * 0.9,
}));

/** A bird in coordinates of its own, which looks along x. */
function findTern([px, py, pz]: Vector, { at, lift, angle }: Tern): number {
  const [x, z] = turn(px - at[0], pz - at[2], angle);
  const y = py - at[1];
  const around = Math.hypot(x, y, z) - 0.62;
  if (around > 0.25) return around;
  const side = Math.abs(z);
  return Math.min(
    ellipsoid([x, y, z], [0.24, 0.065, 0.065]),
    ellipsoid([x - 0.22, y - 0.015, z], [0.075, 0.055, 0.05]),
    bar([x, y, z], [0.28, 0.01, 0], [0.37, -0.005, 0], 0.008),
    bar([x, y, side], [0.04, 0.03, 0.03], [0.1, 0.05 + lift * 0.24, 0.26], 0.026),
    bar([x, y, side], [0.1, 0.05 + lift * 0.24, 0.26], [-0.12, 0.03 + lift * 0.34, 0.58], 0.014),
    bar([x, y, side], [-0.2, 0, 0.01], [-0.4, -0.01, 0.05], 0.012),
  );
}

const EVENING = normalize([0.45, 0.13, -0.9]);

export const terns: Scene = {
  ...{ name: 'terns', from: [0, 2.1, 8.5], to: [0, 2.75, -4], zoom: 1.15 },
  distance: (x, y, z) => {
    const flats = y > 0.4 ? 0.1 : 0.22 * Math.max(roughness(x * 0.22, z * 0.5, 4) - 0.46, -0.1);
    const ground = (y - flats) * 0.8;
    const flock = box([x, y - 3.8, z + 3.5], [6.3, 2.9, 4.4]);
    if (flock > 0.4) return Math.min(ground, flock);
    return TERNS.reduce((nearest, tern) => Math.min(nearest, findTern([x, y, z], tern)), ground);
  },
  material: (x, y, z): Material => {
    if (y > 0.4) {
      const tern = TERNS.find((one) => findTern([x, y, z], one) < 0.02);
      const [a] = tern === undefined ? [0] : turn(x - tern.at[0], z - tern.at[2], tern.angle);
      return {
        color: a > 0.19 && y > (tern?.at[1] ?? 0) + 0.01 ? [0.02, 0.02, 0.02] : [0.8, 0.8, 0.8],
        glow: [0.05, 0.045, 0.045],
      };
    }
    const mud = blend(-0.005, 0.012, y);
    const grain = roughness(x * 4, z * 4, 4);
    return {
      color: mix([0.03, 0.04, 0.05], mix([0.2, 0.15, 0.12], [0.42, 0.36, 0.32], grain), mud),
      mirror: 0.06 * (1 - mud),
      bumps: findWaves(x, z, 0.35, 0.14 + 0.1 * mud),
    };
  },
  sky: createSky([0.2, 0.3, 0.5], [1.05, 0.62, 0.36], EVENING, [1.6, 0.9, 0.4], 0.55),
  sun: [EVENING, [2.2, 1.3, 0.7]],
  ambient: [0.42, 0.4, 0.46],
  exposure: 0.55,
  haze: [[0.9, 0.55, 0.38], 0.006],
  reach: 120,
};
