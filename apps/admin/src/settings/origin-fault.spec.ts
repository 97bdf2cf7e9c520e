import { originFault } from './origin-fault.js';

describe('originFault', () => {
  it.each(['https://www.example.com', 'http://localhost:3000'])('takes %s', (origin) => {
    expect(originFault(origin)).toBeUndefined();
  });

  it.each([
    ['https://www.example.com/', "Write 'https://www.example.com/' as https://www.example.com."],
    ['https://WWW.example.com/a', "Write 'https://WWW.example.com/a' as https://www.example.com."],
    ['https://www.example.com:443', "Write 'https://www.example.com:443' as https://www.example.com."],
    ['www.example.com', "'www.example.com' is no origin: write it such as https://www.example.com."],
    ['ftp://example.com', "'ftp://example.com' is no origin: write it such as https://www.example.com."],
  ])('says how to write %s', (text, fault) => {
    expect(originFault(text)).toBe(fault);
  });
});
