// Fills a database with the countries of the world and runs some queries, to try the service with real content:
// DATABASE_URL=sqlite:./data/content.sqlite node --import ./.config/typescript-modules/register.js \
//   --conditions=@content-service/source test/real-content/load.ts
import { resolve } from 'node:path';
import { loadCountries } from './load-countries.js';
import { Questions } from './questions.js';

const { service, api } = await loadCountries(databaseUrl());
const questions = new Questions(api);
console.log({
  'bordering on Germany': await questions.findNeighbours('DEU'),
  'largest of Africa': await questions.findLargest('Africa', 10),
  'without a coast in Asia': await questions.findLandlocked('Asia'),
  'speaking Spanish in South America': await questions.countSpeaking('Spanish', 'South America'),
  'beginning with É in French': await questions.findFrenchNamePages('É', 7),
});
await service.stop();

/** Commands run in another folder, so the path of a SQLite file is made absolute. */
function databaseUrl(): string {
  const given = process.env['DATABASE_URL'] ?? 'sqlite:./data/content.sqlite';
  return given.startsWith('sqlite:') ? `sqlite:${resolve(given.slice('sqlite:'.length))}` : given;
}
