export { createDiskFileStore } from './disk.ts';
export {
	type FileStore,
	getNodeErrorCode,
	InvalidKeyError,
	isValidFileKey,
	RangeNotSatisfiableError,
	type StoredFile,
} from './files.ts';
export { openFileStore } from './open-file-store.ts';
export { openPreallocatedList, type PreallocatedList } from './preallocated-list.ts';
export { removeOutboxFiles, writeOutboxFile } from './write-outbox-file.ts';
