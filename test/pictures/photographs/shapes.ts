/** A colour in linear light, or a place: x to the right, y up, z to the viewer. */
export type Vector = readonly [number, number, number];

/** The distance from a point to a surface, negative inside of it. */
export type Distance = (x: number, y: number, z: number) => number;

/** A box around the origin with half of its sizes and rounded edges. */
export function box([x, y, z]: Vector, [width, height, depth]: Vector, edge = 0): number {
  const [a, b, c] = [Math.abs(x) - width + edge, Math.abs(y) - height + edge, Math.abs(z) - depth + edge];
  return Math.hypot(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0)) + Math.min(Math.max(a, b, c), 0) - edge;
}

/** An upright cone without its top, whose foot is at the origin; a cylinder when both radii are the same. */
export function cone([x, y, z]: Vector, height: number, foot: number, top: number): number {
  const share = Math.min(Math.max(y / height, 0), 1);
  const side = (Math.hypot(x, z) - (foot + (top - foot) * share)) * 0.95;
  return Math.max(side, -y, y - height);
}

export function ellipsoid([x, y, z]: Vector, [a, b, c]: Vector): number {
  const outer = Math.hypot(x / a, y / b, z / c);
  const inner = Math.hypot(x / (a * a), y / (b * b), z / (c * c));
  return (outer * (outer - 1)) / Math.max(inner, 1e-6);
}

/** A bar with round ends between two places. */
export function bar([x, y, z]: Vector, [ax, ay, az]: Vector, [bx, by, bz]: Vector, radius: number): number {
  const [px, py, pz, dx, dy, dz] = [x - ax, y - ay, z - az, bx - ax, by - ay, bz - az];
  const share = Math.min(Math.max((px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz), 0), 1);
  return Math.hypot(px - dx * share, py - dy * share, pz - dz * share) - radius;
}

/** A ring around the axis z. */
export function ring([x, y, z]: Vector, radius: number, thickness: number): number {
  return Math.hypot(Math.hypot(x, y) - radius, z) - thickness;
}

/** Turns a point around an axis through the origin. @returns its other two coordinates */
export function turn(a: number, b: number, angle: number): readonly [number, number] {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [a * cosine - b * sine, a * sine + b * cosine];
}

/** A number from 0 to 1 that looks random, the same for the same whole numbers. */
export function hash(x: number, y: number, z = 0): number {
  let mixed = (x * 374_761_393 + y * 668_265_263 + z * 2_147_483_647) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** Smooth noise from 0 to 1 in a plane. */
export function noise(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - i), smooth(y - j)];
  const low = hash(i, j) * (1 - u) + hash(i + 1, j) * u;
  const high = hash(i, j + 1) * (1 - u) + hash(i + 1, j + 1) * u;
  return low * (1 - v) + high * v;
}

/** Noise of several sizes, from 0 to 1, such as clouds and stone have it. */
export function roughness(x: number, y: number, octaves = 4): number {
  let [sum, weight, scale] = [0, 0.5, 1];
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * noise(x * scale + octave * 17, y * scale - octave * 31);
    weight /= 2;
    scale *= 2.1;
  }
  return sum;
}

/** 0 below the first bound, 1 above the second. */
export function blend(from: number, to: number, value: number): number {
  return smooth(Math.min(Math.max((value - from) / (to - from), 0), 1));
}

export function mix(one: Vector, other: Vector, share: number): Vector {
  const at = (n: 0 | 1 | 2): number => one[n] + (other[n] - one[n]) * share;
  return [at(0), at(1), at(2)];
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}
