import { type Distance, hash, mix, type Vector } from './shapes.js';

/** What a surface is made of. */
export interface Material {
  readonly color: Vector;
  /** Light of its own. */
  readonly glow?: Vector;
  /** Which share of the light is mirrored when one looks straight at it; more at a flat angle. */
  readonly mirror?: number;
  /** Inclines the normal, such as by waves. */
  readonly bumps?: readonly [x: number, y: number];
}

export interface Lamp {
  readonly at: Vector;
  readonly color: Vector;
}

/** What is photographed, and how. */
export interface Scene {
  readonly name: string;
  readonly from: Vector;
  readonly to: Vector;
  /** Greater for a longer lens. */
  readonly zoom: number;
  readonly distance: Distance;
  readonly material: (x: number, y: number, z: number) => Material;
  readonly sky: (x: number, y: number, z: number) => Vector;
  /** The direction to the sun, and its light. */
  readonly sun: readonly [direction: Vector, light: Vector];
  readonly ambient: Vector;
  readonly lamps?: readonly Lamp[];
  /** By how much light is brightened or darkened. */
  readonly exposure: number;
  readonly haze: readonly [color: Vector, density: number];
  /** How far one sees. */
  readonly reach: number;
}

const STEPS = 140;

/** Renders a scene. @returns three bytes for each pixel, row by row */
export function expose(scene: Scene, width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  const forward = normalize(subtract(scene.to, scene.from));
  const right = normalize([-forward[2], 0, forward[0]]);
  const up: Vector = [
    right[1] * forward[2] - right[2] * forward[1],
    right[2] * forward[0] - right[0] * forward[2],
    right[0] * forward[1] - right[1] * forward[0],
  ];
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const [u, v] = [(column + 0.5 - width / 2) / height, (height / 2 - row - 0.5) / height];
      const ray = normalize(add(scale(forward, scene.zoom), add(scale(right, u), scale(up, v))));
      const light = look(scene, scene.from, ray, 0);
      const corners = (1 - 0.55 * (u * u + v * v)) * scene.exposure;
      // Grain is strongest where it is neither dark nor bright.
      const grain = (hash(column, row, 7) + hash(column, row, 8) - 1) * 0.03;
      for (const n of [0, 1, 2] as const)
        pixels[(row * width + column) * 3 + n] = develop(light[n] * corners, grain);
    }
  return pixels;
}

/** Tones as film has them, and the curve of sRGB. */
function develop(light: number, grain: number): number {
  const toned = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14);
  const value = Math.min(Math.max(toned, 0), 1) ** (1 / 2.2) + grain;
  return Math.round(Math.min(Math.max(value, 0), 1) * 255);
}

function look(scene: Scene, from: Vector, ray: Vector, bounces: number): Vector {
  const length = march(scene, from, ray);
  if (length === undefined) return scene.sky(...ray);
  const at = add(from, scale(ray, length));
  const seen = shade(scene, at, ray, length, bounces);
  const [color, density] = scene.haze;
  return mix(seen, color, 1 - Math.exp(-density * length));
}

/** How far a ray goes until it meets something. */
function march({ distance, reach }: Scene, [x, y, z]: Vector, [dx, dy, dz]: Vector): number | undefined {
  let length = 0.02;
  for (let step = 0; step < STEPS; step += 1) {
    const gap = distance(x + dx * length, y + dy * length, z + dz * length);
    if (gap < 0.0006 * length) return length;
    length += gap;
    if (length > reach) return undefined;
  }
  return length;
}

function shade(scene: Scene, at: Vector, ray: Vector, length: number, bounces: number): Vector {
  const { color, glow = BLACK, mirror = 0, bumps } = scene.material(...at);
  let normal = findNormal(scene.distance, at, 0.0008 * length + 0.0005);
  if (bumps !== undefined) normal = normalize([normal[0] + bumps[0], normal[1], normal[2] + bumps[1]]);
  const start = add(at, scale(normal, 0.002 * length + 0.002));
  const open = findOpenness(scene.distance, at, normal);
  const [direction, sunlight] = scene.sun;
  const slope = Math.max(dot(normal, direction), 0);
  const lit = slope > 0 && sunlight[0] > 0 ? slope * findShadow(scene.distance, start, direction, 30) : 0;
  let light = add(scale(scene.ambient, open * (0.65 + 0.35 * normal[1])), scale(sunlight, lit));
  for (const lamp of scene.lamps ?? []) {
    const way = subtract(lamp.at, at);
    const far = Math.hypot(...way);
    const toLamp = scale(way, 1 / far);
    const strength = Math.max(dot(normal, toLamp), 0) / (1 + far * far);
    if (strength < 0.002) continue;
    light = add(light, scale(lamp.color, strength * findShadow(scene.distance, start, toLamp, far)));
  }
  const own = add([color[0] * light[0], color[1] * light[1], color[2] * light[2]], glow);
  if (mirror === 0 || bounces > 0) return own;
  const facing = Math.max(-dot(normal, ray), 0);
  const share = mirror + (1 - mirror) * (1 - facing) ** 5;
  const back = normalize(subtract(ray, scale(normal, 2 * dot(ray, normal))));
  return mix(own, look(scene, start, back[1] < 0.01 ? [back[0], 0.01, back[2]] : back, bounces + 1), share);
}

const BLACK: Vector = [0, 0, 0];

function findNormal(distance: Distance, [x, y, z]: Vector, gap: number): Vector {
  const [a, b, c, d] = [
    distance(x + gap, y - gap, z - gap),
    distance(x - gap, y - gap, z + gap),
    distance(x - gap, y + gap, z - gap),
    distance(x + gap, y + gap, z + gap),
  ];
  return normalize([a - b - c + d, -a - b + c + d, -a + b - c + d]);
}

/** How much of the surroundings a place sees: less in corners. */
function findOpenness(distance: Distance, [x, y, z]: Vector, [a, b, c]: Vector): number {
  let closed = 0;
  for (let step = 1; step <= 4; step += 1) {
    const far = 0.09 * step * step;
    closed += Math.max(far - distance(x + a * far, y + b * far, z + c * far), 0) / (far * 2 ** step);
  }
  return Math.max(1 - 1.1 * closed, 0.05);
}

/** Which share of a light reaches a place; edges of shadows are soft. */
function findShadow(distance: Distance, [x, y, z]: Vector, [a, b, c]: Vector, far: number): number {
  let share = 1;
  for (let [step, length] = [0, 0.03]; step < 36 && length < far; step += 1) {
    const gap = distance(x + a * length, y + b * length, z + c * length);
    if (gap < 0.001) return 0;
    share = Math.min(share, (14 * gap) / length);
    length += Math.min(Math.max(gap, 0.02), 1.5);
  }
  return share;
}

function add(one: Vector, other: Vector): Vector {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
}

function subtract(one: Vector, other: Vector): Vector {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
}

function scale(vector: Vector, by: number): Vector {
  return [vector[0] * by, vector[1] * by, vector[2] * by];
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

export function normalize(vector: Vector): Vector {
  return scale(vector, 1 / Math.hypot(...vector));
}
