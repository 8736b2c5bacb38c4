export { createDiskFileStore } from './disk.ts';
export { type FileStore, InvalidKeyError, isValidFileKey, RangeNotSatisfiableError, type StoredFile } from './files.ts';
export { openPreallocatedList, type PreallocatedList } from './preallocated-list.ts';
export { createS3FileStore } from './s3.ts';
export { writeOutboxFile } from './write-outbox-file.ts';
