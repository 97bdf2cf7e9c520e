export { S3FileStore, type S3Options } from './s3-file.store.js';
