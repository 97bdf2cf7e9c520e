export {
  type Derivative,
  derivativeKey,
  type FileKey,
  fileKey,
  FileKeyInvalid,
  getFileId,
  getFileKey,
  parseFileKey,
} from './file-key.js';
export {
  assertByteRange,
  assertListLimit,
  type ByteRange,
  FileStore,
  LIST_MAXIMUM,
  type ObjectStat,
  type SourceFile,
  type StoredObject,
} from './file.store.js';
export {
  FilesNotConfigured,
  FileStoreFull,
  FileStoreUnavailable,
  SourceFileUnusable,
  toFileStoreError,
} from './file-store.errors.js';
export { type FileActivity, RENDERING_OUTCOMES, type RenderingOutcome } from './file-activity.js';
export { takeSourceFile } from './source-file.js';
export { ProcessFolder } from './temporary-files.js';
export { MemoryFileStore } from './memory-file.store.js';
export { DiskFileStore } from './disk-file.store.js';
export {
  type CreateFileStore,
  type FileStoreAdapterOptions,
  findMissingFileStoreMethods,
} from './file-store-adapter.js';
export {
  type FileContent,
  FileInspector,
  getMediaType,
  type ImageSize,
  isShownInline,
} from './uploads/file-content.js';
export {
  type DerivedPicture,
  describePicture,
  findOriginalImage,
  type ImageFormat,
  type OriginalImage,
} from './images/derivative.js';
export { DerivativeMaker } from './images/derivative-maker.js';
export { ImageEngine, ImagesBusy, ImageUnreadable, type Rendering } from './images/image-engine.js';
export { type FocalPoint, type PicturePlan, planPicture } from './images/picture-plan.js';
export { type ForeignFile, FileIntake, FileUnusable } from './uploads/file-intake.js';
export { FileUploads, type Upload, UploadsBusy } from './uploads/file-uploads.js';
export { type ReceivedFile, receiveFile } from './uploads/receive-file.js';
export { FileSweepJob, SWEEP_KIND, sweepFiles, type SweepResult } from './sweep/file-sweep.job.js';
