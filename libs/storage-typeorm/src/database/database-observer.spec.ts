import { summarizeStatement } from './database-observer.js';

describe('summarizeStatement', () => {
  it.each([
    ['SELECT e.id FROM entry e JOIN resource_type t ON t.id = e.type_id', 'SELECT entry'],
    ['INSERT INTO ix_12 (id) VALUES (?)', 'INSERT ix_'],
    ['UPDATE "entry" SET version = ?', 'UPDATE entry'],
    ['DELETE FROM `entry_ref` WHERE target = ?', 'DELETE entry_ref'],
    ['BEGIN IMMEDIATE', 'BEGIN'],
    ['COMMIT', 'COMMIT'],
    ['', 'OTHER'],
  ])('summarizes %s as %s', (text, summary) => {
    expect(summarizeStatement(text)).toBe(summary);
  });
});
