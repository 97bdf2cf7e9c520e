// `npm run demo:photographs`: makes the photographs of the demo content, which are computed from shapes, light and noise. With names,
// such as `npm run demo:photographs -- regatta`, it makes those alone, and with `--width 320` small ones for a trial.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { expose } from './camera.js';
import { millWheel, tram } from './city.js';
import { bakery, newsroom } from './inside.js';
import { lighthouse, regatta, terns } from './water.js';

const FOLDER = fileURLToPath(new URL('../../../apps/content-service/demo/pictures/', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '960' },
    // For smooth edges it is exposed in so many times its size.
    samples: { type: 'string', default: '1.15' },
    folder: { type: 'string', default: FOLDER },
  },
});
const [width, samples] = [Number(values.width), Number(values.samples)];

await mkdir(values.folder, { recursive: true });
for (const scene of [lighthouse, millWheel, newsroom, bakery, regatta, terns, tram]) {
  if (positionals.length > 0 && !positionals.includes(scene.name)) continue;
  const [columns, rows] = [Math.round(width * samples), Math.round(((width * 2) / 3) * samples)];
  const raw = { raw: { width: columns, height: rows, channels: 3 } } as const;
  const exposed = await sharp(expose(scene, columns, rows), raw)
    .png()
    .toBuffer();
  // Bright places shine on what is around them.
  const shine = await sharp(exposed)
    .linear(1.5, -290)
    .blur(columns / 90)
    .png()
    .toBuffer();
  const { size } = await sharp(
    await sharp(exposed)
      .composite([{ input: shine, blend: 'screen' }])
      .png()
      .toBuffer(),
  )
    .resize({ width })
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(`${values.folder}/${scene.name}.jpg`);
  console.log(`${scene.name}.jpg: ${Math.round(size / 1000)} KB`);
}
