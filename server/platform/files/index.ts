export { createDiskFiles } from './disk.ts';
export { BadKey, DiskFull, type Files, OutOfRange, type StoredFile } from './files.ts';
export { createS3Files, type S3Options } from './s3.ts';
