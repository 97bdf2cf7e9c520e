import type { Engine } from '../columns.js';

const CREATE = 'CREATE TABLE IF NOT EXISTS ix_search';

/**
 * Full text search in FTS5. Its index has no copy of the tokens: triggers keep it in line with `ix_search`, in the same
 * transaction as every change of a row, so that no write has to know it.
 */
const SQLITE = [
  `${CREATE} (
    n INTEGER NOT NULL PRIMARY KEY,
    id BLOB NOT NULL,
    prop_id INTEGER NOT NULL,
    tokens TEXT NOT NULL,
    UNIQUE (id, prop_id))`,
  `CREATE VIRTUAL TABLE IF NOT EXISTS ix_search_fts
    USING fts5(tokens, content='ix_search', content_rowid='n', tokenize='ascii', detail='none', columnsize=0)`,
  `CREATE TRIGGER IF NOT EXISTS ix_search_added AFTER INSERT ON ix_search BEGIN
    INSERT INTO ix_search_fts (rowid, tokens) VALUES (new.n, new.tokens);
  END`,
  `CREATE TRIGGER IF NOT EXISTS ix_search_removed AFTER DELETE ON ix_search BEGIN
    INSERT INTO ix_search_fts (ix_search_fts, rowid, tokens) VALUES ('delete', old.n, old.tokens);
  END`,
  `CREATE TRIGGER IF NOT EXISTS ix_search_changed AFTER UPDATE OF tokens ON ix_search BEGIN
    INSERT INTO ix_search_fts (ix_search_fts, rowid, tokens) VALUES ('delete', old.n, old.tokens);
    INSERT INTO ix_search_fts (rowid, tokens) VALUES (new.n, new.tokens);
  END`,
];

/** Tokens are letters and digits of ASCII, so the engine's collations and word boundaries do not matter. */
const MYSQL = [
  `${CREATE} (
    id BINARY(16) NOT NULL,
    prop_id INT NOT NULL,
    tokens MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (id, prop_id),
    FULLTEXT KEY k_search_tokens (tokens)) ENGINE=InnoDB`,
];

/** The index has the tokens without their positions, of which PostgreSQL keeps 256 of a word at most. */
const POSTGRES = [
  `${CREATE} (
    id BYTEA NOT NULL,
    prop_id INTEGER NOT NULL,
    tokens TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (id, prop_id))`,
  `CREATE INDEX IF NOT EXISTS k_search_tokens ON ix_search
    USING GIN (array_to_tsvector(string_to_array(btrim(tokens), ' ')))`,
];

/** The table of words by entry and property, which is another one on each engine, so that it is no entity. */
export const CREATE_SEARCH_WORDS: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: SQLITE,
  mysql: MYSQL,
  postgres: POSTGRES,
};
