/** An address as servers take it, without a name and without what could begin another header or name another recipient. */
export const MAIL_ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/;
