import { DomainError } from '@content-service/kernel';

export class InvalidCursor extends DomainError {
  constructor(text: string) {
    super(
      'audit_cursor_invalid',
      `'${text}' is not a cursor of the audit log; take it from the previous page.`,
    );
  }
}
