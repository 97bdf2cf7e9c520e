import { type Material, normalize, type Scene } from './camera.js';
import { bar, blend, box, hash, mix, noise, ring, roughness, turn, type Vector } from './shapes.js';
import { BRICKS, createSky, findWaves } from './surroundings.js';

const TRAM_ANGLE = 0.42;

/** A point in the coordinates of the tram, whose front looks along z. */
function toTram(x: number, z: number): readonly [number, number] {
  return turn(x + 0.7, z + 1.5, TRAM_ANGLE);
}

export const tram: Scene = {
  ...{ name: 'tram-7', from: [1.2, 1.55, 8.6], to: [-0.25, 1.75, -3], zoom: 1.1 },
  distance: (x, y, z) => {
    const [a, c] = toTram(x, z);
    const car = Math.min(
      box([a, y - 1.75, c], [1.12, 1.3, 4.2], 0.35),
      box([a, y - 3.15, c], [0.7, 0.12, 2.6], 0.08),
      bar([a, y, c], [0, 3.2, -0.4], [0, 4.3, -1.4], 0.03),
      box([a, y - 0.35, c], [0.95, 0.25, 3.9]),
    );
    const left = box([x + 5.6, y - 4, z + 3], [2.2, 4 + 0.8 * hash(Math.floor(z / 4), 1), 14]);
    const right = box([x - 5.2, y - 4.5, z + 2], [1.9, 4.5 + 0.6 * hash(Math.floor(z / 4), 2), 12]);
    const end = box([x - 1, y - 3.6, z + 17], [12, 3.8 + hash(Math.floor(x / 3), 3), 2]);
    const curb = Math.min(
      box([x + 3.1, y, z], [0.6, 0.12, 20], 0.05),
      box([x - 3, y, z], [0.5, 0.12, 20], 0.05),
    );
    const wire = bar([x, y, z], [-4, 4.4, -4], [4, 4.35, 3], 0.012);
    return Math.min(y, car, left * 0.9, right * 0.9, end * 0.9, curb, wire);
  },
  material: (x, y, z): Material => {
    const [a, c] = toTram(x, z);
    if (Math.abs(a) < 1.16 && Math.abs(c) < 4.25 && y > 0.1 && y < 4.4) return paintTram(a, y, c);
    if (y < 0.02) {
      const rail = Math.min(Math.abs(Math.abs(a) - 0.72), 1);
      const puddle = blend(0.42, 0.62, roughness(x * 0.7, z * 0.7, 4));
      const stones = 0.7 + 0.3 * hash(Math.floor(x * 5 + 0.5 * (Math.floor(z * 5) % 2)), Math.floor(z * 5));
      const color: Vector = rail < 0.05 ? [0.3, 0.3, 0.32] : [0.05 * stones, 0.05 * stones, 0.055 * stones];
      return { color, mirror: 0.1 + 0.25 * puddle, bumps: findWaves(x, z, 0.12, 0.16 * (1 - puddle)) };
    }
    if (y < 0.3) return { color: [0.12, 0.12, 0.12], mirror: 0.05 };
    return paintHouse(x, y, z);
  },
  sky: (_, y) => mix([0.05, 0.055, 0.09], [0.012, 0.018, 0.045], blend(0, 0.5, y)),
  sun: [normalize([0.4, 0.8, 0.3]), [0.03, 0.04, 0.07]],
  ambient: [0.035, 0.042, 0.075],
  lamps: [
    { at: [-2.9, 4.2, 2.5], color: [9, 5.6, 2.4] },
    { at: [2.9, 4.4, -5], color: [8, 5, 2.2] },
    { at: [0.2, 0.9, 5], color: [3.2, 2.9, 2.2] },
  ],
  exposure: 1.0,
  haze: [[0.05, 0.045, 0.05], 0.025],
  reach: 60,
};

function paintTram(a: number, y: number, c: number): Material {
  const isFront = c > 3.7;
  const pane = isFront ? Math.abs(a) < 0.86 : Math.abs(((c + 4.2) % 1.4) - 0.7) < 0.55 && Math.abs(c) < 3.7;
  if (y > 1.75 && y < 2.65 && pane) {
    const seats = 0.5 + 0.5 * noise(c * 3 + a * 4, y * 4);
    return { color: [0.02, 0.02, 0.02], glow: [1.5 * seats, 1.1 * seats, 0.6 * seats], mirror: 0.06 };
  }
  if (isFront && Math.hypot(Math.abs(a) - 0.66, y - 0.98) < 0.13)
    return { color: [1, 1, 1], glow: [6, 5.4, 4] };
  if (isFront && y > 2.72 && y < 2.94 && Math.abs(a) < 0.42)
    return { color: [0, 0, 0], glow: [1.6, 0.9, 0.15] };
  if (y > 2.75) return { color: [0.5, 0.46, 0.36], mirror: 0.05 };
  if (y < 0.6) return { color: [0.02, 0.02, 0.02] };
  return { color: y > 1.55 && y < 1.66 ? [0.6, 0.5, 0.25] : [0.03, 0.2, 0.1], mirror: 0.08 };
}

function paintHouse(x: number, y: number, z: number): Material {
  const along = Math.abs(x) > 3.2 ? z : x;
  const house = Math.floor(along / 4);
  const [row, column] = [Math.floor(y / 1.5), Math.floor(along / 1.15)];
  const [up, across] = [y / 1.5 - row, along / 1.15 - column];
  if (up > 0.25 && up < 0.78 && across > 0.28 && across < 0.72) {
    const chance = hash(row, column, house);
    const curtain = 0.5 + 0.5 * noise(across * 9, up * 3 + chance * 50);
    const glow: Vector = chance > 0.62 ? [0.75 * curtain, 0.45 * curtain, 0.16 * curtain] : [0, 0, 0];
    return { color: [0.02, 0.025, 0.035], glow, mirror: 0.08 };
  }
  const course = Math.floor(y * 8);
  const brick = hash(Math.floor(along * 4 + (course % 2) * 0.5), course);
  const joint = Math.abs(((y * 8) % 1) - 0.5) > 0.42 ? 0.6 : 1;
  const [r, g, b] = BRICKS[Math.abs(house) % BRICKS.length] ?? [0.3, 0.2, 0.1];
  const tone = (0.75 + 0.5 * brick) * joint;
  return { color: [r * tone, g * tone, b * tone] };
}

const PADDLES = 28;
const LEAVES = normalize([0.55, 0.6, 0.6]);

export const millWheel: Scene = {
  ...{ name: 'mill-wheel', from: [2.9, 1.5, 6.4], to: [-0.15, 1.65, 0], zoom: 1.15 },
  distance: (x, y, z) => {
    const height = y - 1.75;
    const near = Math.abs(Math.hypot(x, height)) - 2.4;
    let wheel = Math.max(near, Math.abs(z) - 0.7);
    if (wheel < 0.4) {
      const angle = Math.atan2(height, x);
      const step = (2 * Math.PI) / PADDLES;
      const [a, b] = turn(x, height, -Math.round(angle / step) * step);
      const spoke = (2 * Math.PI) / 8;
      const [c, d] = turn(x, height, -Math.round(angle / spoke) * spoke);
      wheel = Math.min(
        ring([x, height, Math.abs(z) - 0.48], 1.9, 0.07),
        ring([x, height, Math.abs(z) - 0.48], 1.5, 0.05),
        box([a - 1.95, b, z], [0.32, 0.025, 0.5]),
        box([c - 0.95, d, Math.abs(z) - 0.48], [0.95, 0.05, 0.05]),
        Math.max(Math.hypot(x, height) - 0.2, Math.abs(z) - 0.75),
      );
    }
    const wall = z + 1.15 - 0.07 * roughness(x * 2, y * 3, 3);
    const bridge = Math.min(
      box([x, y - 4.35, z - 0.3], [9, 0.1, 0.35]),
      box([x, y - 3.6, z - 0.3], [9, 0.07, 0.1]),
      bar([Math.abs((((x % 1.5) + 1.5) % 1.5) - 0.75), y, z], [0, 3.6, 0.3], [0.75, 4.35, 0.3], 0.05),
    );
    return Math.min((y - 0.05 * roughness(x * 3, z * 3, 2)) * 0.85, wall, wheel * 0.9, bridge * 0.9);
  },
  material: (x, y, z): Material => {
    if (z < -0.95) {
      const [row, column] = [Math.floor(y * 2.4), Math.floor(x * 1.5 + (Math.floor(y * 2.4) % 2) * 0.5)];
      const stone = 0.55 + 0.6 * hash(row, column);
      const moss = blend(1.6, 0.1, y) * blend(0.3, 0.6, roughness(x * 2, y * 2, 4));
      return { color: mix([0.26 * stone, 0.24 * stone, 0.21 * stone], [0.06, 0.1, 0.02], moss) };
    }
    if (y < 0.12) {
      const foam = blend(1.2, 0.2, Math.abs(x - 0.2)) * blend(0.35, 0.6, roughness(x * 5, z * 5, 4));
      return {
        color: mix([0.02, 0.04, 0.025], [0.7, 0.75, 0.72], foam * 0.8),
        mirror: 0.05,
        bumps: findWaves(x, z, 0.3, 0.55),
      };
    }
    if (y > 3.5 && Math.hypot(x, y - 1.75) > 2.35) {
      const rust = blend(0.4, 0.65, roughness(x * 4, y * 4, 4));
      return { color: mix([0.05, 0.06, 0.065], [0.2, 0.08, 0.03], rust), mirror: 0.03 };
    }
    const moss = blend(0.38, 0.62, roughness(x * 3 + z, y * 3 - z, 4));
    return { color: mix([0.2, 0.13, 0.07], [0.08, 0.14, 0.02], moss), mirror: 0.03 };
  },
  sky: createSky([0.4, 0.55, 0.7], [0.8, 0.85, 0.82], LEAVES, [1, 0.95, 0.8], 0.4),
  sun: [LEAVES, [2.4, 2.2, 1.7]],
  ambient: [0.26, 0.32, 0.33],
  exposure: 0.8,
  haze: [[0.6, 0.65, 0.62], 0.006],
  reach: 40,
};
