import { resolve } from 'node:path';
import { formatLocation } from './database-location.js';

const format = (databaseUrl: string): string => formatLocation({ databaseUrl, storageAdapter: undefined });

describe('formatLocation', () => {
  it('is the absolute path of a SQLite file', () => {
    expect(format('sqlite:./data/content.sqlite')).toBe(resolve('data/content.sqlite'));
  });

  it.each([
    ['postgres://user:pass@db.example:5432/content', 'postgres://db.example:5432/content'],
    ['mariadb://user:pass@db1,db2:3307,db3/content', 'mariadb://db1,db2:3307,db3/content'],
    ['mysql://[::1]/content?password=pass', 'mysql://[::1]/content'],
    ['postgres://user:pa/ss@db.example/content', 'postgres://…'],
    ['postgres://user:pa?ss@db.example/content', 'postgres://…'],
    ['postgres://user:pa#ss@db.example/content', 'postgres://…'],
    ['postgres://user:pa@ss@db.example/content', 'postgres://db.example/content'],
    ['postgres://user:17?pa@db.example/content', 'postgres://…'],
    ['postgres:///content?host=/run/postgresql&password=pass', 'postgres://…'],
  ])('has the hosts and the name, and no secrets: %s', (url, text) => {
    expect(format(url)).toBe(text);
  });
});
