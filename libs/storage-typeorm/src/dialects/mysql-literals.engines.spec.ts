import { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { formatStatement } from './mysql-literals.js';

const TEXTS = [
  '',
  "it's",
  "''",
  '\\',
  "\\'",
  String.raw`{"a":"b\n\"c\" \\ $& ?"}`,
  '? and ?, "?"',
  "'; DROP TABLE entry; -- ",
  '/* a */ # b -- c',
  '\0\b\t\n\r\u001a%_`',
  'Éclair “東京” \u{1f68b}',
  'x'.repeat(300),
];
const BYTES = [
  Buffer.alloc(0),
  Buffer.alloc(16, 0x27),
  Buffer.from(Array.from({ length: 256 }, (_, code) => code)),
  Buffer.from(Array.from({ length: 128 }, (_, code) => code)),
  ...TEXTS.map((text) => Buffer.from(text)),
];

describe('formatStatement', () => {
  it('writes each value in the place of its placeholder', () => {
    const values = [
      "it's \\ ?",
      12,
      10n ** 18n,
      null,
      Buffer.from('0f', 'hex'),
      Buffer.from("longer than it's id"),
    ];

    expect(formatStatement('? ? ? ? ? ?;', values)).toBe(
      String.raw`'it''s \\ ?' 12 1000000000000000000 NULL X'0f' _binary'longer than it''s id';`,
    );
  });

  it('leaves a statement without values as it is', () => {
    expect(formatStatement("SELECT '?'")).toBe("SELECT '?'");
  });
});

await describeOnEngine('values of statements', (engine) => {
  const textType = raw(engine.name === 'SQLite' || engine.name === 'PostgreSQL' ? 'TEXT' : 'CHAR');
  let database: Database;
  beforeAll(async () => {
    database = new Database(await engine.create());
    await database.open();
  });
  afterAll(() => database.close());

  it.each(TEXTS.filter((text) => engine.name !== 'PostgreSQL' || !text.includes('\0')))(
    'are the text %j',
    async (text) => {
      const [row] = await database.query(sql`SELECT CAST(${text} AS ${textType}) AS value`);

      expect(row).toEqual({ value: text });
    },
  );

  it('are bytes, also in the form of text', async () => {
    await database.executeAll(
      database.dialect.createTable(
        'bytes',
        [
          { name: 'n', type: 'integer', required: true },
          { name: 'value', type: 'text', required: true },
        ],
        ['n'],
      ),
    );

    for (const [n, value] of BYTES.entries())
      await database.execute(sql`INSERT INTO bytes (n, value) VALUES (${n}, ${value})`);

    expect(await database.query(sql`SELECT value FROM bytes ORDER BY n`)).toEqual(
      BYTES.map((value) => ({ value })),
    );
  });
});
