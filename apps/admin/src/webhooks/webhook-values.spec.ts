import { ApiError } from '../http/api-error.js';
import { NEW_WEBHOOK, toRequestBody } from './webhook-values.js';

describe('toRequestBody', () => {
  it('omits header fields that are kept', () => {
    expect(toRequestBody({ label: 'Search', headers: null })).toEqual({ label: 'Search' });
  });

  it('has header fields as an object, without empty rows', () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer abc' },
      { name: '', value: '' },
    ];

    expect(toRequestBody({ headers })).toEqual({ headers: { Authorization: 'Bearer abc' } });
  });

  it('refuses a header field that is named twice, whatever its case', () => {
    const headers = [
      { name: 'X-Token', value: 'a' },
      { name: 'x-token', value: 'b' },
    ];

    expect(() => toRequestBody({ ...NEW_WEBHOOK, headers })).toThrow(ApiError);
  });
});
