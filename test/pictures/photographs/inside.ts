import { normalize, type Material, type Scene } from './camera.js';
import {
  bar,
  blend,
  box,
  cone,
  ellipsoid,
  hash,
  mix,
  noise,
  roughness,
  turn,
  type Vector,
} from './shapes.js';

const DARK: Vector = [0, 0, 0];

const LOAVES: readonly Vector[] = [
  [-1.35, 0.98, 0.65],
  [-0.55, 0.98, 0.95],
  [0.35, 0.98, 0.75],
  [1.2, 0.98, 0.98],
  [-0.95, 0.98, 1.5],
  [0.05, 0.98, 1.6],
  [0.95, 0.98, 1.6],
  [-0.3, 1.3, -1.35],
  [0.45, 1.3, -1.5],
];

function findLoaf([x, y, z]: Vector): number {
  const around = box([x, y - 1.12, z - 0.2], [1.85, 0.45, 2.2]);
  if (around > 0.3) return around;
  let nearest = Infinity;
  for (const [a, b, c] of LOAVES) {
    if (Math.abs(x - a) + Math.abs(z - c) > 1.2) {
      nearest = Math.min(nearest, Math.hypot(x - a, y - b, z - c) - 0.4);
      continue;
    }
    const [across, along] = turn(x - a, z - c, 0.25 * a + 0.3);
    const cut = 0.03 * blend(0.82, 1, Math.sin(across * 17)) * blend(0.08, 0.16, y - b);
    nearest = Math.min(nearest, ellipsoid([across, y - b, along], [0.34, 0.19, 0.25]) + cut);
  }
  return nearest > 0.05 ? nearest - 0.01 : nearest - 0.012 * (roughness(x * 7, z * 7, 3) - 0.5);
}

/** The oven is a tunnel with a round roof in the wall. */
function findTunnel(x: number, y: number): number {
  return Math.max(Math.hypot(x, Math.max(y - 1.25, 0) * 1.15) - 1.02, 1.1 - y);
}

export const bakery: Scene = {
  ...{ name: 'night-bakery', from: [0.75, 1.9, 4.6], to: [-0.1, 1.32, -0.6], zoom: 1.2 },
  distance: (x, y, z) => {
    const wall = Math.max(z, -Math.max(findTunnel(x, y), -z - 3.4));
    const arch = Math.max(
      Math.abs(Math.hypot(x, Math.max(y - 1.25, 0) * 1.15) - 1.16) - 0.13,
      z - 0.09,
      1.1 - y,
    );
    const table = Math.min(
      box([x, y - 0.72, z - 1.25], [2.6, 0.07, 0.8], 0.02),
      box([x, y - 1.02, z + 0.02], [2.4, 0.06, 0.3], 0.02),
    );
    const peel = Math.min(
      box([x - 0.05, y - 1.1, z + 1.3], [0.7, 0.015, 0.5], 0.01),
      bar([x, y, z], [0.05, 1.12, -0.9], [0.6, 1.3, 2.6], 0.035),
    );
    return Math.min(wall, arch, table, peel, findLoaf([x, y, z]), y);
  },
  material: (x, y, z): Material => {
    if (findLoaf([x, y, z]) < 0.01) {
      const crust = roughness(x * 9, z * 9 + y * 5, 4);
      const flour = blend(0.48, 0.7, roughness(x * 4 + 9, z * 4, 4)) * blend(1.0, 1.14, y);
      return { color: mix(mix([0.16, 0.06, 0.02], [0.5, 0.24, 0.08], crust), [0.75, 0.7, 0.6], flour * 0.7) };
    }
    if (z < -3) {
      const flame = blend(0.3, 0.75, roughness(x * 2.2, y * 1.6 - 3, 5)) * blend(2.15, 1.2, y);
      return { color: DARK, glow: [5 * flame + 0.5, 1.7 * flame + 0.12, 0.25 * flame + 0.02] };
    }
    if (y < 1.17 && z > -0.35)
      return {
        color: mix([0.25, 0.14, 0.07], [0.42, 0.27, 0.15], roughness(x * 1.2, z * 14, 4)),
        mirror: 0.02,
      };
    const [row, column] = [Math.floor(y * 7), Math.floor(x * 2.8 + (Math.floor(y * 7) % 2) * 0.5)];
    const brick = 0.6 + 0.5 * hash(row, column);
    const joint =
      Math.abs(((y * 7) % 1) - 0.5) > 0.43 ||
      Math.abs(((((x * 2.8 + (row % 2) * 0.5) % 1) + 1) % 1) - 0.5) > 0.46;
    const soot = blend(0.75, 0.1, Math.max(findTunnel(x, y), 0)) * 0.6 + (z < -0.05 ? 0.3 : 0);
    const [r, g, b]: Vector = joint ? [0.3, 0.27, 0.24] : [0.34 * brick, 0.17 * brick, 0.11 * brick];
    return { color: mix([r, g, b], [0.03, 0.02, 0.02], Math.min(soot, 0.8)) };
  },
  sky: () => DARK,
  sun: [normalize([0, 1, 0.2]), DARK],
  ambient: [0.05, 0.04, 0.038],
  lamps: [
    { at: [0.1, 1.75, -2.4], color: [13, 5, 1.5] },
    { at: [0.2, 1.5, 0.2], color: [2.2, 0.9, 0.3] },
    { at: [2.2, 3.6, 3.4], color: [4.6, 3.4, 2.1] },
  ],
  exposure: 1.15,
  haze: [[0.3, 0.16, 0.08], 0.012],
  reach: 20,
};

const MORNING = normalize([0.72, 0.52, -0.55]);

/** The window in the wall on the right and the one at the end of the room. */
function findPanes(a: number, y: number): number {
  const opening = box([a, y - 1.95, 0], [1.35, 0.85, 1]);
  const frame = Math.min(Math.abs(a), Math.abs(Math.abs(a) - 0.68), Math.abs(y - 2.2)) - 0.035;
  return Math.max(opening, -frame);
}

interface Thing {
  readonly at: Vector;
  readonly turned: number;
}

const CUPS: readonly Vector[] = [
  [-0.55, 0.8, 1.75],
  [0.42, 0.8, 0.9],
  [-0.35, 0.8, -0.4],
  [0.5, 0.8, -1.3],
];

const PROOFS: readonly Thing[] = Array.from({ length: 13 }, (_, n) => ({
  at: [(hash(n, 11) - 0.5) * 1.2, 0.805 + 0.006 * (n % 3), 2.3 - n * 0.36],
  turned: (hash(n, 12) - 0.5) * 0.9,
}));

function findCup([x, y, z]: Vector): number {
  const around = box([x, y - 0.88, z], [0.95, 0.16, 3]);
  if (around > 0.25) return around;
  let nearest = Infinity;
  for (const [a, b, c] of CUPS) {
    const place: Vector = [x - a, y - b, z - c];
    const cup = Math.max(
      cone(place, 0.14, 0.05, 0.075),
      -cone([place[0], place[1] - 0.02, place[2]], 0.2, 0.04, 0.07),
    );
    const saucer = cone(place, 0.015, 0.05, 0.12);
    nearest = Math.min(nearest, cup, saucer);
  }
  return nearest;
}

function findProof([x, y, z]: Vector): number {
  const around = box([x, y - 0.88, z], [0.95, 0.16, 3]);
  if (around > 0.25) return around;
  let nearest = Infinity;
  for (const { at, turned } of PROOFS) {
    const [a, c] = turn(x - at[0], z - at[2], turned);
    nearest = Math.min(nearest, box([a, y - at[1], c], [0.21, 0.003, 0.3]));
  }
  return nearest;
}

/** Desks with screens along the left wall. */
function findDesk(x: number, y: number, z: number): number {
  const around = box([x + 2.3, y - 0.7, z], [0.7, 0.75, 5]);
  if (around > 0.4) return around;
  const place = z - 1.9 * Math.min(Math.max(Math.round(z / 1.9), -2), 2);
  return Math.min(
    box([x + 2.2, y - 0.72, place], [0.42, 0.03, 0.75], 0.01),
    box([x + 2.42, y - 1.12, place], [0.02, 0.24, 0.38], 0.01),
    bar([x + 2.42, y, place], [0, 0.72, 0], [0, 1, 0], 0.03),
    box([Math.abs(x + 2.2) - 0.36, y - 0.36, Math.abs(place) - 0.7], [0.025, 0.36, 0.025]),
  );
}

function findChair(x: number, y: number, z: number): number {
  const around = box([Math.abs(x) - 1.2, y - 0.5, z], [0.5, 0.55, 3.2]);
  if (around > 0.3) return around;
  const place = z - 1.3 * Math.min(Math.max(Math.round(z / 1.3), -2), 1);
  const side = Math.abs(x) - 1.18;
  return Math.min(
    box([side, y - 0.45, place], [0.2, 0.025, 0.2], 0.02),
    box([side - 0.2, y - 0.75, place], [0.02, 0.16, 0.2], 0.02),
    box([Math.abs(side) - 0.17, y - 0.23, Math.abs(place) - 0.17], [0.014, 0.23, 0.014]),
  );
}

/** Lamps above the table. */
function findLamp(x: number, y: number, z: number): number {
  const around = box([x, y - 2.55, z - 0.2], [0.3, 0.6, 2.2]);
  if (around > 0.3) return around;
  const place = [-1.6, 0.4, 2].reduce((one, other) =>
    Math.abs(z - other) < Math.abs(z - one) ? other : one,
  );
  const shade = cone([x, y - 2.05, z - place], 0.2, 0.24, 0.06);
  const hollow = cone([x, y - 2, z - place], 0.2, 0.22, 0.04);
  return Math.min(Math.max(shade, -hollow), bar([x, y, z], [0, 2.2, place], [0, 3.1, place], 0.008));
}

export const newsroom: Scene = {
  ...{ name: 'newsroom', from: [-1.35, 1.75, 5.1], to: [0.35, 1.05, -1.5], zoom: 0.95 },
  distance: (x, y, z) => {
    const end = Math.max(box([x, y - 1.5, z + 4.3], [3.4, 1.7, 0.1]), -findPanes(x, y));
    const side = Math.max(Math.abs(x - 3.3) - 0.1, -Math.min(findPanes(z - 1.4, y), findPanes(z + 2.2, y)));
    const table = Math.min(
      box([x, y - 0.77, z], [0.8, 0.03, 2.9], 0.01),
      box([Math.abs(x) - 0.68, y - 0.37, Math.abs(z) - 2.6], [0.045, 0.37, 0.045]),
    );
    const lamp = findLamp(x, y, z);
    const roof = box([x, y - 3.15, z - 1], [3.4, 0.1, 5.5]);
    const room = Math.min(y, roof, x + 2.9, end, side);
    return Math.min(
      room,
      table,
      lamp,
      findCup([x, y, z]),
      findProof([x, y, z]),
      findDesk(x, y, z),
      findChair(x, y, z),
    );
  },
  material: (x, y, z): Material => {
    if (y < 0.02) {
      const plank = hash(Math.floor(x * 5), Math.floor(z / 1.7 + hash(Math.floor(x * 5), 3) * 4));
      return {
        color: mix([0.2, 0.12, 0.06], [0.34, 0.21, 0.12], 0.6 * plank + 0.4 * roughness(x * 14, z * 1.5, 3)),
        mirror: 0.03,
      };
    }
    if (findProof([x, y, z]) < 0.004 && y > 0.795) {
      const line = Math.abs(((z * 38) % 1) - 0.5) > 0.28 && noise(x * 30, Math.floor(z * 38)) > 0.32;
      return { color: line ? [0.25, 0.25, 0.26] : [0.78, 0.77, 0.73] };
    }
    if (findCup([x, y, z]) < 0.004) return { color: [0.7, 0.7, 0.68], mirror: 0.05 };
    if (y > 1.98 && y < 3.04 && Math.abs(x) < 0.26) return { color: [0.03, 0.09, 0.08], mirror: 0.04 };
    if (x > 3.1 || z < -4.1) return { color: [0.62, 0.6, 0.55] };
    if (x < -2.85) return { color: mix([0.5, 0.5, 0.47], [0.56, 0.55, 0.5], roughness(y * 3, z * 3, 3)) };
    if (y > 3) return { color: [0.7, 0.69, 0.66] };
    if (x < -1.6 && y > 0.85)
      return { color: [0.02, 0.02, 0.025], glow: x > -2.41 ? [0.1, 0.14, 0.2] : DARK, mirror: 0.06 };
    if (Math.abs(x) > 0.9 && x > -1.7) return { color: [0.12, 0.13, 0.12] };
    return { color: mix([0.3, 0.17, 0.08], [0.44, 0.27, 0.14], roughness(x * 10, z * 1.2, 4)), mirror: 0.04 };
  },
  sky: (x, y, z) => {
    const harbour = y < 0.02 + 0.03 * hash(Math.floor((x / Math.abs(z)) * 18), 5);
    return harbour ? [0.55, 0.66, 0.72] : mix([2.3, 2.3, 2.2], [1.3, 1.7, 2.2], blend(0, 0.4, y));
  },
  sun: [MORNING, [3.6, 3, 2.1]],
  ambient: [0.36, 0.37, 0.4],
  exposure: 1.5,
  haze: [[0.7, 0.68, 0.62], 0.01],
  reach: 30,
};
