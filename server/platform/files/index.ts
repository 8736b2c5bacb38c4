export { createDiskFiles } from './disk.ts';
export { BadKey, type Files, isKey, OutOfRange, type StoredFile } from './files.ts';
export { openPreallocatedList, type PreallocatedList } from './preallocated-list.ts';
export { createS3Files } from './s3.ts';
